import type { SourceFile } from '#test/support/source-facts.ts'

/** A rule about the text of product code on the server: what no such file may hold, and where it may stand. */
interface TextRule {
  readonly forbids: RegExp
  readonly except: RegExp
}

/** Rules about SQL and errors, which a look at imports does not show. */
export const textRules: Readonly<Record<string, TextRule>> = {
  'statements name their parameters': {
    forbids: /\$\d/,
    except: /^src\/server\/(db|ops|jobs)\/|\/bodies\.ts$/,
  },
  'advisory locks are named in one file': {
    forbids: /pg_advisory|pg_try_advisory/,
    except: /\/db\/locks\.ts$/,
  },
  'commands announce inside the transaction': {
    forbids: /\b(live|relay)\.(announce|tell)\(/,
    except: /^src\/server\/(live\/|run\.ts$)/,
  },
  'errors are recognised by code': {
    forbids: /\.message\.(includes|startsWith|endsWith|match)\(|\.test\(\s*\w+\.message\b/,
    // Slack's client has no code for an answer that asks to wait and does not say how long, and PostgreSQL's none for a
    // connection that it lost.
    except: /\/slack\/channel\/client\.ts$|\/db\/failure\.ts$/,
  },
  'new ids are made in one file': {
    forbids: /\buuidv7\(/,
    except: /\/db\/new-id\.ts$/,
  },
  'rules of the domain are written once in SQL': {
    forbids: /(points desc, \w*\.?(total_)?shares desc|between (\w+\.)?start_date and (\w+\.)?end_date)/,
    except: /\/db\/(fragments\.ts|migrations\/)/,
  },
}

export function textViolations(
  files: readonly SourceFile[],
): { rule: string; path: string; detail: string }[] {
  const product = files.filter(({ path }) => path.startsWith('src/server/') && !path.includes('.test.'))
  return Object.entries(textRules).flatMap(([rule, { forbids, except }]) =>
    product
      .filter(({ path }) => !except.test(path))
      .flatMap(({ path, text }) => {
        const found = forbids.exec(text)?.[0]
        return found === undefined ? [] : [{ rule, path, detail: found }]
      }),
  )
}

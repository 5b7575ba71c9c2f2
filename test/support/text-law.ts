import type { SourceFile } from '#test/support/source-facts.ts'

/** A rule about the text of product code on the server: what it forbids, and the files that are exempt. */
interface TextRule {
  readonly forbids: RegExp
  readonly except: RegExp
}

/** Rules about SQL and errors, which imports do not show. */
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
    // That a member wrote something is announced before the answer, whatever the request did.
    except: /^src\/server\/(live\/|db\/replica\.ts$|run\.ts$)/,
  },
  'errors are recognised by code': {
    forbids: /\.message\.(includes|startsWith|endsWith|match)\(|\.test\(\s*\w+\.message\b/,
    // Two clients have no error code for a case: Slack's for a rate limit without a waiting time, PostgreSQL's for a
    // lost connection.
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

import type { ReactNode } from 'react'
import type { SlackStatus } from '#contract/slack.ts'
import { useSlackSetup } from '#web/api/slack.ts'
import { FactList } from '#web/screens/admin/fact-list.tsx'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { absoluteTime } from '#web/ui/time-words.ts'
import classes from './configuration.module.css'
import { importText } from './slack-words.ts'

/** What the product knows about Slack, and what to enter in Slack. It shows no secrets. */
export function Configuration({ status }: { readonly status: SlackStatus }) {
  const setup = useSlackSetup()
  return (
    <div className={classes.parts}>
      <FactList facts={factsOf(status)} />
      <QueryState query={setup} what="Slack settings" skeleton={<SkeletonRows count={3} hasAvatar={false} />}>
        {({ redirectUrl, signInScopes, botScopes }) => (
          <>
            <RedirectUrl url={redirectUrl} />
            <FactList
              facts={[
                [
                  'Sign-in scopes',
                  <Scopes key="sign-in" scopes={signInScopes.map((scope) => ({ scope }))} />,
                ],
                ['Bot scopes', <Scopes key="bot" scopes={botScopes} />],
              ]}
            />
          </>
        )}
      </QueryState>
    </div>
  )
}

function factsOf(status: SlackStatus): (readonly [string, ReactNode])[] {
  const { team, channel, waiting, failed, lastFailure, lastSentAt, lastImport } = status
  const notAsked = 'Unknown until the connection is tested'
  const givenUp = failed > 0 && lastFailure !== null ? `${failed}. Latest reason: ${lastFailure}` : failed
  return [
    ['Workspace', team ?? notAsked],
    ['Channel', channel === null ? notAsked : `#${channel}`],
    ['Waiting messages', waiting.toLocaleString('en-US')],
    ['Failed messages', givenUp],
    ['Last message sent', lastSentAt === null ? 'None yet' : <Instant key="sent" at={lastSentAt} />],
    [
      'Last member import',
      lastImport === null ? (
        'None yet'
      ) : (
        <>
          <Instant at={lastImport.at} />: {importText(lastImport)}
        </>
      ),
    ],
  ]
}

function Instant({ at }: { readonly at: string }) {
  return <time dateTime={at}>{absoluteTime(at)}</time>
}

/** The address that Slack returns people to after sign-in. */
function RedirectUrl({ url }: { readonly url: string }) {
  const copying = useCopy(url)
  return (
    <div className={classes.redirect}>
      <CopyField label="Redirect URL" text={url} copying={copying} />
      <CopyButton copying={copying} what="the redirect URL" />
    </div>
  )
}

function Scopes({
  scopes,
}: {
  readonly scopes: readonly { readonly scope: string; readonly meaning?: string }[]
}) {
  return (
    <ul className={classes.scopes}>
      {scopes.map(({ scope, meaning }) => (
        <li key={scope}>
          <code>{scope}</code>
          {meaning && <span className={classes.meaning}> {meaning}</span>}
        </li>
      ))}
    </ul>
  )
}

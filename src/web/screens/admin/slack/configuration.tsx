import type { ReactNode } from 'react'
import type { SlackStatus } from '#contract/slack.ts'
import { useSlackSetup } from '#web/api/slack.ts'
import { importText } from '#web/parts/slack/import-words.ts'
import { FactList } from '#web/screens/admin/fact-list.tsx'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { absoluteTime, shortTime } from '#web/ui/time-words.ts'
import * as classes from './configuration.module.css'
import { FailedMessages } from './failed-messages.tsx'
import { directText, mailText } from './slack-words.ts'

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
  const { team, channel, waiting, failed, lastSentAt, lastImport, direct, mail } = status
  const notAsked = 'Unknown until the connection is tested'
  return [
    ['Workspace', team ?? notAsked],
    ['Channel', channel === null ? notAsked : `#${channel}`],
    ['Waiting messages', waiting.toLocaleString('en-US')],
    ['Failed messages', failed === 0 ? 'None' : <FailedMessages key="failed" status={status} />],
    ['Last message sent', lastSentAt === null ? 'None yet' : <Instant key="sent" at={lastSentAt} />],
    ['Direct messages', directText(direct)],
    ['E-mail to members', mailText(mail)],
    [
      'Last member import',
      lastImport === null ? (
        'None yet'
      ) : (
        <>
          <Instant at={lastImport.at} isShort />: {importText(lastImport)}
        </>
      ),
    ],
  ]
}

interface InstantProps {
  readonly at: string
  /** Without the time zone, and without the present year. */
  readonly isShort?: boolean
}

function Instant({ at, isShort = false }: InstantProps) {
  return <time dateTime={at}>{isShort ? shortTime(at, new Date()) : absoluteTime(at)}</time>
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

import { useState } from 'react'
import { type SocialpilotSetup, useSocialpilotSetup } from '#web/api/socialpilot.ts'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import * as classes from './connect-dialog.module.css'
import { type HookTool, hookCall } from './hook-calls.ts'
import { SecretField } from './secret-field.tsx'

const tools = [
  { value: 'zapier', label: 'Zapier' },
  { value: 'socialpilot', label: 'SocialPilot' },
  { value: 'curl', label: 'curl' },
] as const satisfies readonly { value: HookTool; label: string }[]

/** How posts arrive from another tool: the address, the secret and a ready call. */
export function ConnectDialog({ isOpen, onClose }: DialogProps) {
  const query = useSocialpilotSetup()
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title="Let posts arrive">
      <QueryState
        query={query}
        what="webhook settings"
        skeleton={<SkeletonRows count={4} hasAvatar={false} />}
      >
        {({ data }) => <Calls setup={data} />}
      </QueryState>
    </WideDialog>
  )
}

function Calls({ setup }: { readonly setup: SocialpilotSetup }) {
  const [tool, setTool] = useState<HookTool>('zapier')
  const { address, text, textLabel, steps } = hookCall(tool, setup)
  const addressCopying = useCopy(address)
  const textCopying = useCopy(text)
  return (
    <div className={classes.parts}>
      <Segments label="Where the posts come from" value={tool} options={tools} onChange={setTool} />
      {!setup.isEnabled && (
        <p className={classes.note}>SocialPilot is switched off in Automation, so nothing is accepted now.</p>
      )}
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={classes.row}>
        <CopyField label="Webhook address" text={address} copying={addressCopying} />
        <CopyButton copying={addressCopying} what="the webhook address" />
      </div>
      <SecretField secret={setup.secret} />
      <div>
        <div className={classes.callHead}>
          <h3 className={classes.callTitle}>{textLabel}</h3>
          <CopyButton copying={textCopying} what={textLabel.toLowerCase()} isSmall />
        </div>
        <ScrollRegion label={textLabel} className={classes.code}>
          <pre>{text}</pre>
        </ScrollRegion>
      </div>
    </div>
  )
}

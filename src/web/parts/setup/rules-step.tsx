import { Button } from '@mantine/core'
import { paths } from '#contract/paths.ts'
import { usePointsConfigurations } from '#web/api/points.ts'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { rulesText } from './setup-words.ts'
import { Step, type StepPlace } from './step.tsx'

/** Leads to the points rules. Looking at them is enough. */
export function RulesStep({ place }: { readonly place: StepPlace }) {
  const { data } = usePointsConfigurations()
  return (
    <Step place={place} title="Check what actions earn" text={rulesText(data?.data)}>
      <Button
        component={ScreenLink}
        href={paths.adminPoints}
        variant={place.isDone ? 'subtle' : place.isPrimary ? 'filled' : 'default'}
      >
        {place.isDone ? 'Change' : 'Look at the rules'}
      </Button>
    </Step>
  )
}

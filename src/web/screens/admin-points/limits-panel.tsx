import '#web/ui/library-styles.ts'
import { Skeleton, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useId } from 'react'
import {
  burstMs,
  burstReports,
  firstReports,
  type HonestySettings,
  mostOpenChecks,
  oneIn,
} from '#domain/honesty.ts'
import { type CheckLevel, checkLevels } from '#domain/vocabulary.ts'
import { useHonesty, useSaveHonesty } from '#web/api/honesty.ts'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { fieldsOf, type LimitsFields, settingsIn } from './limits-fields.ts'
import * as classes from './limits-panel.module.css'

/** Daily caps, limits of link clicks and spot checks, for administrators. */
export function LimitsPanel() {
  const query = useHonesty()
  return (
    <div className={classes.panel}>
      <Card title="Limits and checks">
        <QueryState query={query} what="limits and checks" skeleton={<Skeleton height={360} radius="md" />}>
          {({ data }) => <LimitsForm settings={data} />}
        </QueryState>
      </Card>
    </div>
  )
}

function LimitsForm({ settings }: { readonly settings: HonestySettings }) {
  const { mutateAsync } = useSaveHonesty()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/honesty.schema.ts')).putHonesty.body,
    opened: settings,
    fieldsOf,
    inputOf: settingsIn,
    save: (body) => mutateAsync(body),
    words: { title: 'Failed to save limits and checks', fallback: 'Please try again later.' },
    onSaved: ({ data }, reopen) => {
      reopen(data)
      return { kind: 'success', title: 'Limits and checks saved' }
    },
  })
  useFollowing(settings, saved)
  const { form } = saved
  return (
    <SavedForm
      saved={saved}
      submit="Save Limits"
      pending="Saving…"
      variant="default"
      label="Limits and checks"
    >
      <fieldset className={classes.group}>
        <legend>Daily caps</legend>
        <p className={classes.lead}>
          How many reports of a type earn points on one day, for each member. Further ones count and earn
          nothing. Empty for no limit.
        </p>
        <div className={classes.fields}>
          <LimitField form={form} name="dailyCaps.like" label="Likes a day" />
          <LimitField form={form} name="dailyCaps.comment" label="Comments a day" />
          <LimitField form={form} name="dailyCaps.share" label="Shares a day" />
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>Link clicks</legend>
        <p className={classes.lead}>
          How many clicks on a member’s links earn points on one day. Further ones are counted and earn
          nothing.
        </p>
        <div className={classes.fields}>
          <LimitField form={form} name="linkClicks.perDay" label="Clicks a day" isRequired />
          <LimitField form={form} name="linkClicks.perAddress" label="From one address" isRequired />
        </div>
      </fieldset>
      <ChecksField form={form} />
    </SavedForm>
  )
}

interface FieldProps {
  readonly form: UseFormReturnType<LimitsFields>
}

interface LimitFieldProps extends FieldProps {
  readonly name: string
  readonly label: string
  readonly isRequired?: boolean
}

function LimitField({ form, name, label, isRequired = false }: LimitFieldProps) {
  return (
    <TextInput
      label={label}
      required={isRequired}
      inputMode="numeric"
      autoComplete="off"
      placeholder={isRequired ? undefined : 'No limit'}
      {...form.getInputProps(name)}
    />
  )
}

const levelNames: Readonly<Record<CheckLevel, string>> = { off: 'Off', light: 'Light', normal: 'Normal' }

function levelText(level: CheckLevel): string {
  if (level === 'off') return 'Nobody is asked about a report.'
  const { early, later } = oneIn[level]
  return `1 in ${later} reports, and 1 in ${early} of a member’s first ${firstReports}.`
}

function ChecksField({ form }: FieldProps) {
  const id = useId()
  const { value, error } = form.getInputProps('checks')
  return (
    <fieldset className={classes.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>Spot checks</legend>
      <p className={classes.lead}>
        A check asks a member to confirm a report or take it back. A burst of more than {burstReports} reports
        in {burstMs / 60_000} minutes is always checked, unless checks are off. Nobody has more than{' '}
        {mostOpenChecks} open checks.
      </p>
      {checkLevels.map((level) => (
        <label key={level} className={classes.choice}>
          <input
            type="radio"
            name={id}
            aria-labelledby={`${id}-${level}`}
            aria-describedby={`${id}-${level}-text`}
            checked={value === level}
            onChange={() => form.setFieldValue('checks', level)}
          />
          <span className={classes.words}>
            <b id={`${id}-${level}`}>{levelNames[level]}</b>
            <span id={`${id}-${level}-text`}>{levelText(level)}</span>
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Shows what another administrator saved, unless something else has been written here. */
function useFollowing(
  settings: HonestySettings,
  {
    form,
    conflict,
  }: ReturnType<typeof useSavedForm<LimitsFields, HonestySettings, HonestySettings, unknown>>,
): void {
  useEffect(() => {
    const written = form.getValues()
    const isUntouched = JSON.stringify(written) === JSON.stringify(fieldsOf(conflict.seen))
    if (isUntouched && JSON.stringify(settings) !== JSON.stringify(conflict.seen))
      conflict.reopen(settings, written)
  }, [settings, form, conflict])
}

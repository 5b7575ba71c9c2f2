import '#web/ui/library-styles.ts'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Team } from '#contract/teams.ts'
import { nextTeamColor } from '#domain/teams.ts'
import { useCreateTeam, useUpdateTeam } from '#web/api/teams.ts'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { ColorChoice } from './color-choice.tsx'
import { colorName, offeredColors } from './team-colors.ts'

interface Fields {
  readonly name: string
  readonly color: string
}

const fieldNames = { name: 'Name', color: 'Colour' } as const
const fallback = 'Please try again later.'
const fieldsOf = ({ name, color }: Fields): Fields => ({ name, color })
const shown = (value: unknown, field: keyof Fields) =>
  field === 'color' ? colorName(String(value)) : String(value)
const loadSchema = async () => (await import('#contract/teams.schema.ts')).newTeam

interface NewTeamProps {
  /** How many teams there are. */
  readonly teams: number
  readonly onClose: () => void
  readonly onMade: (team: Team) => void
}

export function NewTeam({ teams, onClose, onMade }: NewTeamProps) {
  const { mutateAsync } = useCreateTeam()
  const opened = { name: '', color: nextTeamColor(teams) }
  const saved = useSavedForm({
    schema: loadSchema,
    opened,
    fieldsOf,
    save: async (body) => (await mutateAsync(body)).data,
    words: { title: 'Failed to create the team', fallback },
    onSaved: (team) => {
      onClose()
      onMade(team)
      return { kind: 'success', title: 'Team created', description: team.name }
    },
  })
  return (
    <SavedForm saved={saved} submit="Create Team" pending="Creating…" onCancel={onClose}>
      <TeamFields form={saved.form} openedColor={opened.color} />
    </SavedForm>
  )
}

interface EditedTeamProps {
  readonly team: Team
  readonly onClose: () => void
}

export function EditedTeam({ team, onClose }: EditedTeamProps) {
  const { mutateAsync } = useUpdateTeam()
  const saved = useSavedForm({
    schema: loadSchema,
    opened: fieldsOf(team),
    fieldsOf,
    save: (body, seen) => mutateAsync({ id: team.id, body: { ...body, seen } }),
    words: { title: 'Failed to save the team', fallback },
    onSaved: ({ data }) => {
      onClose()
      return { kind: 'success', title: 'Team saved', description: data.name }
    },
  })
  return (
    <SavedForm
      saved={saved}
      submit="Save Changes"
      pending="Saving…"
      onCancel={onClose}
      conflictWords={{ names: fieldNames, show: shown }}
    >
      <TeamFields form={saved.form} openedColor={team.color} />
    </SavedForm>
  )
}

interface TeamFieldsProps {
  readonly form: UseFormReturnType<Fields>
  readonly openedColor: string
}

function TeamFields({ form, openedColor }: TeamFieldsProps) {
  const { value, onChange, error, ...ofField } = form.getInputProps('color')
  return (
    <>
      <TextInput
        label={fieldNames.name}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <ColorChoice
        label={fieldNames.color}
        colors={offeredColors([openedColor, value])}
        value={value}
        onChange={onChange}
        error={error}
        ofField={ofField}
      />
    </>
  )
}

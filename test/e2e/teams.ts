import { createTeam } from '#contract/teams.schema.ts'
import { expect, personOf, type Story } from './story.ts'

/** Makes a team of these people, as an administrator does. */
export async function makeTeam(story: Story, name: string, people: readonly string[]): Promise<void> {
  const page = await story.signIn('marta.oliveira')
  const ids = await story.run<{ id: string }>('select id from users where slack_user_id = any($1)', [
    people.map((person) => personOf(story, person).id),
  ])
  const made = await page.request.post(createTeam.path, {
    data: { name, userIds: ids.map(({ id }) => id) },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(made.status()).toBe(200)
}

import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { createPointsConfiguration, listPointsConfigurations } from '#contract/points.schema.ts'
import type { NewPointsConfiguration, PointsConfiguration } from '#contract/points.ts'
import { expect, type Story } from './story.ts'

/** The screen of the points rules, as this person of the sample team sees it. */
export async function openRules(story: Story, handle: string): Promise<Page> {
  const page = await story.signIn(handle, paths.adminPoints)
  await expect(cardNamed(page, 'Like').first()).toBeVisible()
  return page
}

/** The cards of an action. */
export function cardNamed(page: Page, action: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: action, exact: true }) })
}

/** What an action earns on a platform, as the table of the rules in force says it. */
export function inForce(page: Page, platform: string, action: string): Locator {
  const columns = ['Like', 'Comment', 'Share', 'Verified share', 'Link click']
  const row = page
    .getByRole('table', { name: 'What each action earns' })
    .getByRole('row')
    .filter({
      has: page.getByRole('rowheader', { name: platform, exact: true }),
    })
  return row.getByRole('cell').nth(columns.indexOf(action))
}

/** Makes a rule with a call from the page itself; its id. */
export async function makeRule(
  page: Page,
  rule: Pick<NewPointsConfiguration, 'actionType' | 'pointValue'> & Partial<NewPointsConfiguration>,
): Promise<string> {
  const { text } = await send(page, {
    method: createPointsConfiguration.method,
    path: createPointsConfiguration.path,
    body: rule,
  })
  return createPointsConfiguration.answer.parse(JSON.parse(text)).data.id
}

export function deleteRule(page: Page, id: string | undefined) {
  return send(page, { method: 'DELETE', path: `${listPointsConfigurations.path}/${id}` })
}

/** Every rule that the product has now. */
export async function rulesOf(page: Page): Promise<PointsConfiguration[]> {
  const { text } = await send(page, listPointsConfigurations)
  return listPointsConfigurations.answer.parse(JSON.parse(text)).data
}

interface ApiCall {
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** A call from the page itself, with the session of its window. */
export function send(
  page: Page,
  { method, path, body }: ApiCall,
): Promise<{ readonly status: number; readonly text: string }> {
  return page.evaluate(
    async ([calledMethod, calledPath, json]) => {
      const headers: HeadersInit = json === null ? {} : { 'Content-Type': 'application/json' }
      const answer = await fetch(calledPath, { method: calledMethod, headers, body: json })
      return { status: answer.status, text: await answer.text() }
    },
    [method, path, body ? JSON.stringify(body) : null] as const,
  )
}

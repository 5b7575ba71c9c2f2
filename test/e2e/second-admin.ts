import type { Page } from '@playwright/test'
import { pathTo } from '#contract/endpoint.ts'
import { changeRole } from '#contract/users.schema.ts'
import { send } from './rules.ts'
import { expect, type Story, usernameOf } from './story.ts'

const colleague = 'tomasz.wojcik'

/** A window at `path` of another administrator than the one on `page`, who makes them one. */
export async function signInSecondAdmin(story: Story, page: Page, path: string): Promise<Page> {
  const window = await story.signIn(colleague)
  const [user] = await story.run<{ id: string }>('select id from users where username = $1', [
    usernameOf(story, colleague),
  ])
  const address = pathTo(changeRole.path, { id: user?.id ?? '' })
  const { status } = await send(page, { method: changeRole.method, path: address, body: { role: 'admin' } })
  expect(status).toBe(200)
  await window.goto(path)
  return window
}

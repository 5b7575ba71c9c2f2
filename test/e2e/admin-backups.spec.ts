import { expect, nameOf, test } from './story.ts'

const admin = 'marta.oliveira'

test('an administrator has a backup written, and switches the nightly one', {
  tag: ['@backups-now', '@backups-nightly', '@backups-last'],
}, async ({ story }) => {
  const page = await story.signIn(admin)
  await page.goto('/admin?tab=settings')
  const block = page.getByRole('region', { name: 'Backups' })
  const last = block.getByRole('definition').first()
  await expect(last).toHaveText('None yet')
  await expect(block).toContainText('Off. Set BACKUP_PASSPHRASE to encrypt backups.')
  await block.getByRole('button', { name: 'Back up now' }).click()
  await expect(last).toHaveText(/\d{4}, \d+:\d\d [AP]M \S+/)
  await expect(block.getByRole('button', { name: 'Back up now' })).toBeVisible()

  const nightly = block.getByRole('switch', { name: 'Back up every night' })
  const wasOn = await nightly.isChecked()
  await nightly.focus()
  await page.keyboard.press('Space')
  await expect(nightly).toBeChecked({ checked: !wasOn })
  await page.reload()
  await expect(nightly).toBeChecked({ checked: !wasOn })
  const trail = page.getByRole('region', { name: 'Audit trail', exact: true })
  await expect(trail.getByRole('row').filter({ hasText: 'Changed the backups' })).toContainText(
    nameOf(story, admin),
  )
})

test('a backup that failed says when and why', { tag: ['@backups-last'] }, async ({ story }) => {
  await story.run(
    `insert into settings (key, value) values ('backup_last_failure',
       '{"at":"2026-03-10T02:15:00.000Z","reason":"disk_full"}')
     on conflict (key) do update set value = excluded.value`,
  )
  const page = await story.signIn(admin)
  await page.goto('/admin?tab=settings')
  const block = page.getByRole('region', { name: 'Backups' })
  await expect(block).toContainText(/Last failureFailedMar 1?\d, 2026, .*The disk is full\./)
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      if (process.env.OVATION_PICTURES) {
        await block.screenshot({
          path: `${process.env.OVATION_PICTURES}/backups-${width}-${colorScheme}.png`,
        })
      }
    }
  }
})

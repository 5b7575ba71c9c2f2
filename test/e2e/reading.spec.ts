import { paths } from '#contract/paths.ts'
import { expectToFit } from './screen-checks.ts'
import { expect, test } from './story.ts'
import { textFaults } from './text-faults.ts'

test('text that is cut off, leaves its box or overlaps other text is detected, and nothing else', async ({
  story,
}) => {
  const page = await story.openWindow(paths.login)
  // What is planted before the screen is drawn would take the place that it is drawn in.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const plant = (html: string) =>
    page.evaluate((content) => {
      document.body.innerHTML = content
    }, html)

  await plant('<div style="width: 60px; overflow: hidden; white-space: nowrap">Cut at the side</div>')
  expect(await textFaults(page)).toEqual(['"Cut at the side" is cut off (DIV )'])
  await plant('<div style="width: 60px; height: 20px; overflow: clip">Cut off at its lower end</div>')
  expect(await textFaults(page)).toEqual(['"Cut off at its lower end" is cut off (DIV )'])
  await plant(
    '<button style="width: 60px; padding: 0; border: 1px solid; white-space: nowrap">Wider than it</button>',
  )
  expect(await textFaults(page)).toEqual(['"Wider than it" leaves its box (BUTTON )'])
  await plant('<p style="height: 10px">First</p><p style="margin-top: -10px">Second</p>')
  expect(await textFaults(page)).toEqual(['"First" lies over "Second"'])
  await plant('<div style="width: 2000px">Wider than the window</div>')
  await expect(expectToFit(page)).rejects.toThrow('pixels beyond the window')

  await plant(
    `<div title="Cut, with a title" style="width: 60px; overflow: hidden; white-space: nowrap">Cut, with a title</div>
     <div style="width: 60px; overflow: auto; white-space: nowrap">It can be scrolled</div>
     <span style="position: absolute; width: 1px; height: 1px; overflow: hidden">For screen readers only</span>
     <p hidden>Not there</p>
     <p style="border: 1px solid">In its box</p>`,
  )
  expect(await textFaults(page)).toEqual([])
})

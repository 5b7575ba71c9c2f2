import { adminViews } from './admin-views.ts'
import { arePicturesWanted, keepPicture } from './pictures.ts'
import { expectReadable } from './reading.ts'
import { reviewViews } from './review-views.ts'
import { expectAccessibleInBothThemes, expectToFit, inBothThemes } from './screen-checks.ts'
import { expect, test } from './story.ts'
import { memberViews, overViews, type View } from './views.ts'
import { expectDialogWalkable, expectWalkable } from './walk.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 800 }
const narrowest = { width: 320, height: 640 }

const whatLiesOver = '[role=dialog], [role=menu], [role=listbox], [id=mobile-menu]'

const walkedScreens = [...memberViews, ...adminViews, ...reviewViews]
const walkedDialogs = overViews.filter(({ over }) => over === 'dialog')

/** The dialogs of the admin panel are made of the same parts as those of members. */
function isRead({ isOfAdmin, over }: View): boolean {
  return !isOfAdmin || over === undefined
}

/** One story for each view: it is accessible in both themes, fits every window, and works with the keyboard alone. */
export function tellLooks(views: readonly View[]): void {
  // Whichever worker is free takes the next view.
  test.describe.configure({ mode: 'parallel' })
  for (const view of views) {
    const { name, title, windows, open } = view
    test.describe(() => {
      test.use({ viewport: windows === 'narrow' ? narrow : wide })

      test(`${name} is accessible in both themes, fits every window, and works with screen readers and the keyboard`, {
        tag: [
          '@admin-panel-fits',
          '@admin-panel-keyboard',
          '@screen-enlarged',
          '@screen-fits',
          '@screen-keyboard',
        ],
      }, async ({ story }) => {
        const page = await open(story)
        await expect(page).toHaveTitle(title)
        await expectAccessibleInBothThemes(page, view.over && whatLiesOver)
        await expectToFit(page)
        if (arePicturesWanted) await inBothThemes(page, (theme) => keepPicture(page, view, theme))
        if (windows !== 'narrow') {
          await page.setViewportSize(narrow)
          await expectToFit(page)
          if (arePicturesWanted) await inBothThemes(page, (theme) => keepPicture(page, view, theme))
        }
        await page.setViewportSize(narrowest)
        await expectToFit(page)
        if (isRead(view)) await expectReadable(page, windows === 'narrow' ? [360] : [1280, 360])
        await page.setViewportSize(windows === 'narrow' ? narrow : wide)
        if (walkedScreens.includes(view)) await expectWalkable(page)
        else if (walkedDialogs.includes(view)) await expectDialogWalkable(page)
      })
    })
  }
}

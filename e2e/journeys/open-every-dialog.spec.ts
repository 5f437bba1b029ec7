import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../support/app.ts'
import { type DialogOpening, dialogOpenings } from '../support/views/dialog-openings.ts'
import { openDesk } from '../support/views/stage.ts'
import type { Stage } from '../support/views/view.ts'

/** Dialogs of states that this journey does not reach; the tests beside them open them. */
const elsewhere = [
  'form/inputs/category-tree',
  'names/merge-dialog',
  'pictures/address-picture',
  'screens/catalog/choice-bar',
  'screens/evidence/dismiss-dialog',
  'screens/feeds/editor/grid/dialogs/grid-dialogs',
  'screens/feeds/editor/grid/dialogs/stale-cells-dialog',
  'screens/feeds/editor/review/word-dialog',
  'screens/feeds/editor/steps/clash-dialog',
  'screens/feeds/outbox/feed/feed-actions',
  'screens/feeds/outbox/feed/send-again-dialog',
  'screens/feeds/outbox/feed/uncertain-feed',
  'screens/feeds/outbox/feeds-elsewhere',
  'screens/import/names/accept-dialog',
  'screens/import/names/remembered-names',
  'screens/import/undo-drafts',
  'screens/import/undo-items',
  'screens/local-api/overview/certificate-panel',
  'screens/photograph/photograph-dialog',
  'screens/settings/evidence-panel',
  'screens/settings/find/settings-file',
  'screens/settings/people/people-dialogs',
  'screens/settings/pictures-panel',
  'screens/settings/pictures-space',
  'screens/sign-in/own-password-dialog',
  'screens/sync/quarantine-panel',
]
const renderer = join(import.meta.dirname, '../../src-renderer')

test('every file with a dialog is listed @page', () => {
  const named = new Set([...dialogOpenings.map(({ file }) => file), ...elsewhere])
  const withDialog = globSync('**/*.tsx', { cwd: renderer })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.tsx') && !file.startsWith('ui/overlays/'))
    .filter((file) =>
      /from '(?:[./]*ui\/overlays\/dialog\.tsx|@base-ui\/react\/dialog)'/.test(
        readFileSync(join(renderer, file), 'utf8'),
      ),
    )
  expect(withDialog.filter((file) => !named.has(file.replace(/\.tsx$/, '')))).toEqual([])
  expect(elsewhere.filter((file) => !withDialog.includes(`${file}.tsx`))).toEqual([])
})

test('every dialog takes the focus, closes with Escape and returns the focus @page', async ({
  launched,
}, info) => {
  test.setTimeout(1_800_000)
  const page = await (await launched()).newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(60_000)
  const desk = await openDesk(page)
  try {
    const stage = await desk.setUp()
    await stage.calls.computer.setSettings({ hintsSeen: ['first-steps'] })
    const failed: string[] = []
    for (const opening of dialogOpenings)
      await openAndClose(stage, opening).catch(async (error: unknown) => {
        failed.push(`${opening.name}: ${error instanceof Error ? error.message.slice(0, 400) : error}`)
        await page.screenshot({ path: info.outputPath(`${opening.name}.png`) })
      })
    expect(failed).toEqual([])
  } finally {
    await desk.close()
    await page.close()
  }
})

async function openAndClose(stage: Stage, { show, opener, entry, keys }: DialogOpening): Promise<void> {
  const { page } = stage
  await show(stage)
  const from = opener(stage)
  await from.waitFor()
  const open = page.locator('[role="dialog"]:visible')
  const before = await open.count()
  if (entry === undefined) await from.press(keys ?? 'Enter')
  else {
    await from.press(keys ?? 'Enter')
    await page.getByRole('menuitem', { name: entry }).first().press('Enter')
  }
  await expect(open).toHaveCount(before + 1)
  const dialog = open.last()
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(open).toHaveCount(before)
  await expect(from).toBeFocused()
}

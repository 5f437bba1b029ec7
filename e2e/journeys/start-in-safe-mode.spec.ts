import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample', startArguments: ['--safe-mode'] })

/** Only the desktop app has a safe mode; the command line does no background work unless it is told to. */
test.beforeEach(({ host }) => {
  test.skip(host !== 'electron', 'The service of a browser page is started by its command line.')
})

test('starts without background work, refuses to begin it, and starts normally on request', async ({
  app: { electron },
  page,
}) => {
  const desk = new DeskPage(page)
  const banner = page.getByText('Safe mode: nothing is synced or sent, and the local API is stopped.')
  await expect(banner).toBeVisible()
  await desk.go('Catalog')
  await expect(page.getByRole('row', { name: /Oatlark Original/ }).first()).toBeVisible()
  await desk.go('Sync')
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByText(/runs in safe mode/).first()).toBeVisible()

  await electron?.evaluate(({ app }) => {
    const calls: unknown[] = []
    const { quit } = app
    Object.assign(globalThis, { calls })
    Object.assign(app, {
      relaunch: (options: { args: string[] }) => calls.push(options.args.includes('--safe-mode')),
      // The app stays until the test has seen the call.
      quit() {
        Object.assign(app, { quit })
        app.emit('will-quit', {})
      },
    })
  })
  await page.getByRole('button', { name: 'Restart normally' }).click()
  await expect
    .poll(() => electron?.evaluate(() => (globalThis as unknown as { calls: unknown[] }).calls))
    .toEqual([false])
})

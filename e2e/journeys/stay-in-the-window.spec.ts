import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { DeskPage } from '../pages/desk-page.ts'
import { expect, test as onBothHosts } from '../support/app.ts'
import { startForeignServer } from '../support/programs/foreign-server.ts'

/** What a page can do when an injected script runs in it. */
const test = onBothHosts.extend<{
  foreign: Awaited<ReturnType<typeof startForeignServer>>
  electron: ElectronApplication
  actions: Actions
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this destructuring
  foreign: async ({}, use) => {
    const foreign = await startForeignServer()
    await use(foreign)
    await foreign.close()
  },
  electron: async ({ app }, use) => {
    if (!app.electron) return
    await use(app.electron)
  },
  actions: ({ electron }, use) => recordActions(electron).then(use),
})

test.skip(({ host }) => host !== 'electron', 'a browser isolates its pages itself')

interface Actions {
  /** Calls from the app to the system since the last call of `taken`, in order. */
  taken(): Promise<string[]>
  /** Sets the person's answer to the next dialogs; 0 agrees. */
  answer(response: number): Promise<void>
}

/** Records the calls that leave the window. */
async function recordActions(electron: ElectronApplication): Promise<Actions> {
  await electron.evaluate(({ dialog, shell }) => {
    const recorded: string[] = []
    Object.assign(globalThis, { noted: recorded, response: 1 })
    const showMessageBox = async (...given: unknown[]) => {
      const { detail } = given.at(-1) as { detail: string }
      recorded.push(`ask ${detail}`)
      return { response: (globalThis as unknown as { response: number }).response, checkboxChecked: false }
    }
    Object.assign(dialog, { showMessageBox })
    Object.assign(shell, {
      openExternal: async (address: string) => void recorded.push(`open ${address}`),
      showItemInFolder: (path: string) => void recorded.push(`show ${path}`),
    })
  })
  return {
    taken: () => electron.evaluate(() => (globalThis as unknown as { noted: string[] }).noted.splice(0)),
    answer: (response) =>
      electron.evaluate((_electron, given) => void Object.assign(globalThis, { response: given }), response),
  }
}

/** Disables the page's content security policy, so that only the guards of the window remain. */
async function withoutPolicy(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Page.setBypassCSP', { enabled: true })
  await page.reload()
}

const ready = (page: Page) => page.getByRole('button', { name: 'Try the sample' }).waitFor()

test('the window stays with the app: no navigation, frame or request elsewhere', async ({
  page,
  foreign,
}) => {
  await withoutPolicy(page)
  await ready(page)
  const home = page.url()
  for (const address of [
    `${foreign.origin}/location`,
    'file:///etc/passwd',
    'data:text/html,other',
    'smb://server/share',
  ])
    await page.evaluate((to) => void location.assign(to), address).catch(() => {})
  await page.evaluate((to) => {
    const form = document.createElement('form')
    form.action = `${to}/form`
    form.method = 'post'
    document.body.append(form)
    form.submit()
  }, foreign.origin)
  await page.evaluate((to) => {
    const frame = document.createElement('iframe')
    frame.src = `${to}/frame`
    const picture = new Image()
    picture.src = `${to}/picture`
    const worker = `${to}/script.js`
    document.body.append(frame, picture, Object.assign(document.createElement('script'), { src: worker }))
  }, foreign.origin)
  const fetched = await page.evaluate(
    (to) =>
      fetch(to).then(
        () => 'answered',
        () => 'refused',
      ),
    foreign.origin,
  )
  expect(fetched).toBe('refused')
  await page.waitForTimeout(500)
  expect(page.url()).toBe(home)
  // Without a locator, because Playwright would wait for navigations that never start.
  expect(await page.evaluate(() => document.body.innerText)).toContain('Try the sample')
  expect(page.frames().filter((frame) => frame.url().startsWith('http://'))).toEqual([])
  expect(foreign.requests).toEqual([])
})

test('does not follow a redirect in our own answer to another origin', async ({
  page,
  electron,
  foreign,
}) => {
  await ready(page)
  await electron.evaluate(({ session }, to) => {
    const { protocol } = session.fromPartition('desk')
    protocol.unhandle('app')
    protocol.handle('app', () => new Response('', { status: 302, headers: { location: to } }))
  }, `${foreign.origin}/redirect`)
  const home = page.url()
  await page.evaluate(() => location.assign('/catalog'))
  await page.waitForTimeout(500)
  expect(page.url()).toBe(home)
  expect(foreign.requests).toEqual([])
})

test("opens a link in the user's browser after confirmation, never in a window of the app", async ({
  page,
  electron,
  actions,
}) => {
  test.setTimeout(60_000)
  await ready(page)
  const link = 'https://brand.example/oat drink'
  const shown = 'https://brand.example/oat%20drink'
  await page.evaluate((to) => void window.open(to), link)
  await expect.poll(() => actions.taken()).toEqual([`ask ${shown}`])
  await actions.answer(0)
  await page.evaluate((to) => {
    const anchor = Object.assign(document.createElement('a'), { href: to, target: '_blank' })
    document.body.append(anchor)
    anchor.click()
  }, link)
  await expect.poll(() => actions.taken()).toEqual([`ask ${shown}`, `open ${shown}`])
  const others = [
    'file:///etc/passwd',
    'smb://server/share',
    'ms-settings:about',
    'vbscript:x',
    'data:text/html,x',
    'about:blank',
  ]
  for (const address of [...others, 'https://name:password@brand.example/'])
    await page.evaluate((to) => void window.open(to), address)
  await page.evaluate(() => void window.open('javascript:document.title="mine"'))
  await page.waitForTimeout(500)
  expect(await actions.taken()).toEqual([])
  expect(electron.windows()).toHaveLength(1)
  expect(await page.title()).not.toBe('mine')
})

test('accepts desktop calls only from the page itself, and ignores outside events', async ({
  page,
  electron,
  actions,
  dataDirectory,
}) => {
  await ready(page)
  const resultOf = (call: () => Promise<unknown> | undefined) =>
    page.evaluate(call).then(
      () => 'done',
      (error) => String(error),
    )
  expect(await resultOf(() => window.catalogDesk?.setTheme('other' as 'dark'))).toContain('setTheme')
  expect(await resultOf(() => window.catalogDesk?.chooseSaveFile(7 as unknown as string))).toContain(
    'chooseSaveFile',
  )
  expect(await resultOf(() => window.catalogDesk?.showInFolder('/etc/passwd'))).toContain(
    'cannot show this file',
  )
  expect(await resultOf(() => window.catalogDesk?.showInFolder('relative'))).toContain('showInFolder')
  expect(
    await page.evaluate(() => window.catalogDesk?.pathOf(new File(['x'], '/etc/passwd'))),
  ).toBeUndefined()
  expect(await actions.taken()).toEqual([])
  await page.evaluate((path) => window.catalogDesk?.showInFolder(path), dataDirectory)
  expect(await actions.taken()).toEqual([`show ${dataDirectory}`])
  expect(
    await page.evaluate(() =>
      Object.keys(window).filter((name) => /electron|require|process|ipc/i.test(name)),
    ),
  ).toEqual([])

  await test.step('refuses a message from a frame of the same origin', async () => {
    // A frame has no preload script, so the test sends the message by the protocol of the stand-in.
    const answer = await page.evaluate(() => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const inner = frame.contentWindow as unknown as Window & { __electronIpc(message: string): void }
      return new Promise<string>((resolve) => {
        inner.addEventListener('__electron-ipc', (event) => resolve((event as CustomEvent<string>).detail))
        const message = { invoke: 1, channel: 'setTheme', args: ['dark'] }
        inner.__electronIpc(JSON.stringify({ $: 'obj', v: message }))
      })
    })
    expect(answer).toContain('for the app')
  })

  await test.step('never attaches a webview', async () => {
    const prevented = await electron.evaluate(({ webContents }) => {
      let answer = false
      const event = {
        preventDefault: () => {
          answer = true
        },
      }
      webContents
        .getAllWebContents()[0]
        ?.emit('will-attach-webview', event, { nodeIntegration: true }, { src: 'app://desk/' })
      return answer
    })
    expect(prevented).toBe(true)
  })

  await test.step('accepts no certificate, file or URL from outside', async () => {
    const outcome = await electron.evaluate(({ app }) => {
      const answers: unknown[] = []
      const prevented: string[] = []
      const emit = (name: string, ...given: unknown[]) =>
        Reflect.apply(app.emit, app, [name, { preventDefault: () => prevented.push(name) }, ...given])
      const answer = (...given: unknown[]) => answers.push(given)
      emit('select-client-certificate', {}, 'https://other.example', [{ subjectName: 'A person' }], answer)
      emit('certificate-error', {}, 'https://other.example', 'net::ERR_CERT_INVALID', {}, answer)
      emit('open-file', '/etc/passwd')
      emit('open-url', 'catalog-desk://import?file=/etc/passwd')
      emit('second-instance', ['electron', '.', '--import', '/etc/passwd'], '/', {})
      return { answers, prevented }
    })
    expect(outcome.answers).toEqual([[], [false]])
    expect(outcome.prevented).toEqual([
      'select-client-certificate',
      'certificate-error',
      'open-file',
      'open-url',
    ])
    expect(electron.windows()).toHaveLength(1)
  })
})

test('grants a page no permission except writing to the clipboard', async ({ page, electron }) => {
  await ready(page)
  const permissions = () =>
    page.evaluate(async () => {
      const failure = (promise: Promise<unknown>) =>
        promise.then(
          () => 'given',
          (error: Error) => error.name,
        )
      return {
        notifications: await Notification.requestPermission(),
        place: await failure(
          new Promise((found, failed) =>
            navigator.geolocation.getCurrentPosition(found, ({ message }) => failed(new Error(message))),
          ),
        ),
        read: await failure(navigator.clipboard.readText()),
        write: await failure(navigator.clipboard.writeText('8.1')),
      }
    })
  await page.bringToFront()
  expect(await permissions()).toEqual({
    notifications: 'denied',
    place: 'Error',
    read: 'NotAllowedError',
    write: 'given',
  })
  // If the application grants everything, the same page gets the permissions, so the application decides.
  await electron.evaluate(({ session }) =>
    session
      .fromPartition('desk')
      .setPermissionRequestHandler((_contents, _permission, answer) => answer(true)),
  )
  expect((await permissions()).notifications).toBe('granted')
})

test.describe('with a catalog', () => {
  test.use({ initialState: 'synced sample' })

  test('reads a chosen file from its original path', async ({ page, dataDirectory }) => {
    const desk = new DeskPage(page)
    await desk.go('Import')
    const uploads: string[] = []
    page.on('request', (request) => void (request.url().includes('/uploads') && uploads.push(request.url())))
    const file = join(dataDirectory, 'jams.csv')
    writeFileSync(file, 'gtin,name\n9520000000011,Quince jam\n')
    await page.getByLabel('File to import').setInputFiles(file)
    await expect(page.getByRole('table', { name: 'Columns' })).toBeVisible()
    expect(uploads).toEqual([])
  })
})

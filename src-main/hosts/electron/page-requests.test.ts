import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { BrowserWindow } = await import('./fixtures/electron.ts')
const { endingWithPage, endRequestsWithPage, newPageId } = await import('./page-requests.ts')

let contents: InstanceType<typeof BrowserWindow>['webContents']
let page = ''
beforeEach(() => {
  contents = new BrowserWindow({}).webContents
  page = newPageId()
  endRequestsWithPage(contents as never, page)
})

/** Starts a request that waits until its signal is aborted. @returns its signal and its response */
function wait(headers: Record<string, string> = { 'x-desk-page': page }) {
  const signals: AbortSignal[] = []
  const response = endingWithPage(async ({ signal }) => {
    signals.push(signal)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return new Response('ended')
  })(new Request('app://desk/rpc/changes/next', { headers }))
  const [signal] = signals
  if (!signal) throw new Error('the handler was not called')
  return { signal, response }
}

test.each(['did-navigate', 'render-process-gone', 'destroyed'])(
  'ends waiting requests at %s',
  async (event) => {
    const waiting = [wait(), wait()]
    contents.emit(event, {})
    for (const { response } of waiting) expect(await (await response).text()).toBe('ended')
  },
)

test('the next page of the window waits again, and ends in its turn', async () => {
  contents.emit('did-navigate', {})
  const { signal, response } = wait()
  expect(signal.aborted).toBe(false)
  contents.emit('did-navigate', {})
  await response
})

test('leaves the requests of other windows and of no window alone', () => {
  const other = new BrowserWindow({}).webContents
  const otherPage = newPageId()
  endRequestsWithPage(other as never, otherPage)
  const waiting = [wait({ 'x-desk-page': otherPage }), wait({}), wait({ 'x-desk-page': 'forged' })]
  contents.emit('did-navigate', {})
  expect(waiting.map(({ signal }) => signal.aborted)).toEqual([false, false, false])
})

test('changes of the address within the page, and navigations that replace nothing, end nothing', () => {
  const { signal } = wait()
  contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })
  contents.emit('did-navigate-in-page', {})
  expect(signal.aborted).toBe(false)
})

test('passes method, headers and body on, and forgets an answered request', async () => {
  const signals: AbortSignal[] = []
  const answer = await endingWithPage(async (request) => {
    signals.push(request.signal)
    return new Response(`${request.method} ${request.headers.get('origin')} ${await request.text()}`)
  })(
    new Request('app://desk/rpc', {
      method: 'POST',
      headers: { 'x-desk-page': page, origin: 'app://desk' },
      body: 'input',
    }),
  )
  expect(await answer.text()).toBe('POST app://desk input')
  contents.emit('did-navigate', {})
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
})

import { existsSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'

/** A server of another origin on this computer. It records the received headers and serves a page. */
async function startOtherServer(): Promise<{
  origin: string
  received: IncomingHttpHeaders[]
  server: Server
}> {
  const received: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    received.push(request.headers)
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Another page</title><p id="said">Hello')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, server }
}

/** Everything that a page of another port can try to read from our page. */
const attack = (page: Page, target: string) =>
  page.evaluate(async (ours) => {
    const loads = (make: (element: HTMLElement & { src: string }) => void, name: string): Promise<string> =>
      new Promise((resolve) => {
        const element = document.createElement(name) as HTMLElement & { src: string }
        element.onload = () => resolve('loaded')
        element.onerror = () => resolve('refused')
        make(element)
        document.body.append(element)
        setTimeout(() => resolve('nothing'), 15_000)
      })
    const tryFetch = async (path: string, init: RequestInit): Promise<string> => {
      try {
        const answer = await fetch(ours + path, { credentials: 'include', ...init })
        return `${answer.type} ${answer.status} ${await answer.text()}`
      } catch {
        return 'refused'
      }
    }
    const socket = await new Promise<string>((resolve) => {
      const opened = new WebSocket(ours.replace('http', 'ws'))
      opened.onopen = () => resolve('opened')
      opened.onerror = () => resolve('refused')
    })
    const frame = document.createElement('iframe')
    frame.src = `${ours}/`
    await new Promise((resolve) => {
      frame.onload = resolve
      setTimeout(resolve, 15_000)
      document.body.append(frame)
    })
    let framed = 'refused'
    try {
      framed = frame.contentDocument?.body.innerText ?? 'refused'
    } catch {
      // Another origin: not readable.
    }
    const popup = window.open(`${ours}/`)
    let steered = 'nothing'
    // Until the other page has loaded, the window shows a readable empty page of this origin.
    for (let tries = 0; tries < 150 && steered !== 'refused'; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      try {
        steered = popup?.document.body.innerText ?? 'refused'
      } catch {
        // Another origin: not readable.
        steered = 'refused'
      }
    }
    return {
      call: await tryFetch('/rpc/workspace/localApiCredentials', { method: 'POST', body: '{}' }),
      callWithoutCors: await tryFetch('/rpc/workspace/localApiCredentials', {
        method: 'POST',
        body: '{}',
        mode: 'no-cors',
      }),
      callWithHeader: await tryFetch('/rpc/workspace/state', {
        method: 'POST',
        headers: { authorization: 'Bearer guessed' },
      }),
      upload: await tryFetch('/uploads?name=a.csv', { method: 'POST', body: 'gtin' }),
      page: await tryFetch('/', {}),
      entrance: await tryFetch('/session', { method: 'POST', body: '{"token":"guessed"}' }),
      picture: await loads((element) => {
        element.src = `${ours}/mark.svg`
      }, 'img'),
      script: await loads((element) => {
        element.src = `${ours}/index.html`
      }, 'script'),
      socket,
      framed,
      steered,
    }
  }, target)

test.describe('with a catalog', () => {
  test.use({ initialState: 'synced sample' })

  test('a page of another server on this computer can neither read nor change anything', async ({
    page,
    host,
    dataDirectory,
  }) => {
    test.skip(host === 'electron', 'The desktop window has no port, and shows no other page.')
    await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible({ timeout: 60_000 })
    const ours = new URL(page.url()).origin
    expect(page.url()).not.toContain('token')
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /Catalog/ })
      .click()
    // Pictures are displayed, although an `<img>` sends no header.
    await expect
      .poll(
        () =>
          page.evaluate(() =>
            [...document.images].some((image) => image.src.includes('/pictures/') && image.naturalWidth > 0),
          ),
        { timeout: 60_000 },
      )
      .toBe(true)

    const other = await startOtherServer()
    try {
      // The other page is opened in a new tab, by a form and by a link, in the browser that has the session.
      const visitor = await page.context().newPage()
      const answers: string[] = []
      visitor.on('response', (response) => {
        if (response.url().startsWith(ours))
          answers.push(`${response.status()} ${new URL(response.url()).pathname}`)
      })
      await visitor.goto(other.origin)
      expect(await page.context().cookies()).toEqual([])
      expect(await attack(visitor, ours)).toEqual({
        call: 'refused',
        callWithoutCors: 'refused',
        callWithHeader: 'refused',
        upload: 'refused',
        page: 'refused',
        entrance: 'refused',
        picture: 'refused',
        script: 'refused',
        socket: 'refused',
        framed: 'refused',
        steered: 'refused',
      })
      // The page cannot read the answers, but each was a refusal, and nothing was stored.
      expect(answers.filter((answer) => !/^40[0-5] /.test(answer))).toEqual([])
      expect(answers).toContain('403 /')

      await visitor.setContent(
        `<form method="post" action="${ours}/uploads?name=a.csv" enctype="text/plain"><input name="gtin" value="1"></form>`,
      )
      const [posted] = await Promise.all([
        visitor.waitForResponse((response) => response.url().startsWith(`${ours}/uploads`)),
        visitor.evaluate(() => document.forms[0]?.submit()),
      ])
      expect(posted.status()).toBe(403)
      await expect(visitor.getByText('Unknown origin')).toBeVisible()
      expect(existsSync(join(dataDirectory, 'uploads'))).toBe(false)

      // A link on the other page opens no screen; the person sees the reason.
      await visitor.goto(other.origin)
      await visitor.setContent(`<a href="${ours}/settings">Win a prize</a>`)
      await visitor.getByRole('link').click()
      await expect(visitor.getByRole('heading', { name: 'Opened from another page' })).toBeVisible()
      await visitor.close()

      // Our tab navigates to the other server, which receives neither session nor referrer.
      await page.goto(other.origin)
      await page.goBack()
      for (const headers of other.received) {
        expect(Object.keys(headers)).not.toContain('cookie')
        expect(Object.keys(headers)).not.toContain('authorization')
        expect(headers.referer ?? '').not.toContain(new URL(ours).host)
      }
      expect(other.received.length).toBeGreaterThan(2)
      await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible()
    } finally {
      other.server.close()
    }
  })
})

test('a session survives a reload and is shared by tabs; another browser needs a link', async ({
  page,
  host,
}) => {
  test.skip(host === 'electron', 'The desktop window needs no link.')
  const start = page.getByRole('button', { name: /sample/i }).first()
  await expect(start).toBeVisible()
  await page.reload()
  await expect(start).toBeVisible()
  const origin = new URL(page.url()).origin

  const tab = await page.context().newPage()
  await tab.goto(origin)
  await expect(tab.getByRole('button', { name: /sample/i }).first()).toBeVisible()

  const otherContext = await page.context().browser()?.newContext()
  const otherPage = await otherContext?.newPage()
  await otherPage?.goto(`${origin}/settings`)
  const title = otherPage?.getByRole('heading', { name: 'This browser needs a link' })
  await expect(title ?? page.locator('nothing')).toBeVisible()
  await otherContext?.close()

  // As after a restart, the session is invalid. The page reports it and continues with a session from another
  // tab.
  await tab.close()
  const kept = await page.evaluate(() => sessionStorage.getItem('catalog-desk-session') ?? '')
  await page.evaluate(() =>
    sessionStorage.setItem('catalog-desk-session', '{"session":"old","pictureKey":"old"}'),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: /Open a new link/ })).toBeVisible()
  const again = await page.context().newPage()
  await again.addInitScript((pass) => sessionStorage.setItem('catalog-desk-session', pass), kept)
  await again.goto(origin)
  await expect(again.getByRole('button', { name: /sample/i }).first()).toBeVisible()
  await expect(start).toBeVisible()
})

import { expect, test } from 'vitest'
import { createSessionGuard } from './session.ts'

const origin = 'http://127.0.0.1:4000'
const guarded = () => {
  const session = createSessionGuard(() => 4000)
  const answer = session.guard(async () => new Response('the app'))
  const get = (path: string, headers: Record<string, string> = {}) =>
    answer(new Request(new URL(path, origin), { headers: { host: '127.0.0.1:4000', ...headers } }))
  return { ...session, get }
}

test('a link lets one browser in; used again it explains itself on a page', async () => {
  const { link, get } = guarded()
  const first = await get(link())
  expect(first.status).toBe(303)
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(await (await get('/', { cookie })).text()).toBe('the app')

  const usedLink = link()
  const entered = (await get(usedLink)).headers.get('set-cookie')?.split(';')[0] ?? ''
  await get('/rpc/workspace/state', { cookie: entered })
  const again = await get(usedLink)
  expect(again.status).toBe(403)
  expect(again.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const page = await again.text()
  expect(page).toContain('<h1>This link was used already</h1>')
  expect(page).toContain('Press Enter in the terminal')
})

test('a browser without a session is told how to get one', async () => {
  const page = await guarded().get('/')
  expect(page.status).toBe(403)
  expect(await page.text()).toContain('<h1>This browser has not been let in</h1>')
})

test('other hosts and other pages get nothing', async () => {
  const { get } = guarded()
  expect((await get('/', { host: 'evil.example:4000' })).status).toBe(403)
  expect((await get('/', { origin: 'http://evil.example' })).status).toBe(403)
})

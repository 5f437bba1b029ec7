import { expect, test } from 'vitest'
import { createLinkOpener, openableAddress } from './links.ts'

test.each([
  ['https://brand.example/oat drink', 'https://brand.example/oat%20drink'],
  ['http://brand.example', 'http://brand.example/'],
  ['https://xn--brnd-4na.example/', 'https://xn--brnd-4na.example/'],
  // Letters that look like others show as what they are.
  ['https://br\u0430nd.example/', 'https://xn--brnd-63d.example/'],
])('%s may be opened, as %s', (text, address) => {
  expect(openableAddress(text)?.href).toBe(address)
})

test.each([
  'file:///etc/passwd',
  'smb://server/share',
  'javascript:alert(1)',
  'data:text/html,x',
  'ms-settings:about',
  'vscode://file/etc/passwd',
  'mailto:someone@brand.example',
  'ftp://brand.example/',
  'about:blank',
  '\\\\server\\share',
  'C:\\Windows\\System32\\cmd.exe',
  'brand.example',
  'https://name:password@brand.example/',
  'https://known.example@brand.example/',
  'https://',
  '',
])('%s may not', (text) => {
  expect(openableAddress(text)).toBeUndefined()
})

test('an endless address may not', () => {
  expect(openableAddress(`https://brand.example/${'a'.repeat(1900)}`)).toBeDefined()
  expect(openableAddress(`https://brand.example/${'a'.repeat(2000)}`)).toBeUndefined()
  // Escaped, it is three times as long.
  expect(openableAddress(`https://brand.example/${' a'.repeat(700)}`)).toBeUndefined()
})

/** An opener whose questions wait for the test's answer. */
function openerWithNotes() {
  const asked: { detail: string; answer: (agreed: boolean) => void }[] = []
  const opened: string[] = []
  const openLink = createLinkOpener({
    ask: ({ detail }) => new Promise((answer) => asked.push({ detail, answer })),
    open: async (address) => void opened.push(address),
  })
  return { asked, opened, openLink }
}

test('nothing is opened before the person agreed to the whole address', async () => {
  const { asked, opened, openLink } = openerWithNotes()
  const done = openLink('https://brand.example/a?b=c')
  expect(asked.map(({ detail }) => detail)).toEqual(['https://brand.example/a?b=c'])
  expect(opened).toEqual([])
  asked[0]?.answer(true)
  expect(await done).toBe(true)
  expect(opened).toEqual(['https://brand.example/a?b=c'])
})

test('a page that opens many gets one question, and the next when that is answered', async () => {
  const { asked, opened, openLink } = openerWithNotes()
  const all = Array.from({ length: 100 }, (_, i) => openLink(`https://brand.example/${i}`))
  expect(asked).toHaveLength(1)
  asked[0]?.answer(false)
  expect((await Promise.all(all)).includes(true)).toBe(false)
  expect(opened).toEqual([])
  void openLink('https://brand.example/next')
  expect(asked).toHaveLength(2)
})

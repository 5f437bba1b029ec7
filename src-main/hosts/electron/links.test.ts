import { expect, test } from 'vitest'
import { createLinkOpener, openableAddress } from './links.ts'

test.each([
  ['https://brand.example/oat drink', 'https://brand.example/oat%20drink'],
  ['http://brand.example', 'http://brand.example/'],
  ['https://xn--brnd-4na.example/', 'https://xn--brnd-4na.example/'],
  // Lookalike letters are shown in punycode.
  ['https://br\u0430nd.example/', 'https://xn--brnd-63d.example/'],
])('allows %s, shown as %s', (text, address) => {
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
])('refuses %s', (text) => {
  expect(openableAddress(text)).toBeUndefined()
})

test('refuses a very long address', () => {
  expect(openableAddress(`https://brand.example/${'a'.repeat(1900)}`)).toBeDefined()
  expect(openableAddress(`https://brand.example/${'a'.repeat(2000)}`)).toBeUndefined()
  // Percent-encoded, it is three times as long.
  expect(openableAddress(`https://brand.example/${' a'.repeat(700)}`)).toBeUndefined()
})

/** An opener whose questions wait for the test's answer. */
function recordingOpener() {
  const asked: { detail: string; answer: (agreed: boolean) => void }[] = []
  const opened: string[] = []
  const openLink = createLinkOpener({
    ask: ({ detail }) => new Promise((answer) => asked.push({ detail, answer })),
    open: async (address) => void opened.push(address),
  })
  return { asked, opened, openLink }
}

test('opens nothing before the person has agreed to the complete address', async () => {
  const { asked, opened, openLink } = recordingOpener()
  const done = openLink('https://brand.example/a?b=c')
  expect(asked.map(({ detail }) => detail)).toEqual(['https://brand.example/a?b=c'])
  expect(opened).toEqual([])
  asked[0]?.answer(true)
  expect(await done).toBe(true)
  expect(opened).toEqual(['https://brand.example/a?b=c'])
})

test('asks only one question for many links, and the next one after the answer', async () => {
  const { asked, opened, openLink } = recordingOpener()
  const all = Array.from({ length: 100 }, (_, i) => openLink(`https://brand.example/${i}`))
  expect(asked).toHaveLength(1)
  asked[0]?.answer(false)
  expect((await Promise.all(all)).includes(true)).toBe(false)
  expect(opened).toEqual([])
  void openLink('https://brand.example/next')
  expect(asked).toHaveLength(2)
})

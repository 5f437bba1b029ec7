import { expect, test } from 'vitest'
import { mediaHostOf, namesHostOf, pictureTroubleWords } from './media-hosts.ts'

test.each([
  ['images.example', 'images.example'],
  [' Images.Example ', 'images.example'],
  ['https://images.example/pictures/', 'images.example'],
  ['images.example:8443', 'images.example:8443'],
  ['http://images.example', 'http://images.example'],
  ['http://images.example:80/x', 'http://images.example'],
  ['http://127.0.0.1:8081', 'http://127.0.0.1:8081'],
  ['http://[::1]:8081', 'http://[::1]:8081'],
  ['', undefined],
  ['two words', undefined],
  ['two%20words', undefined],
  ['https://images.example/my%20pictures', 'images.example'],
  ['ftp://images.example', undefined],
  ['file:///etc/passwd', undefined],
  ['https://user:secret@images.example', undefined],
  ['http://', undefined],
])('%s is stored as %s', (typed, kept) => {
  expect(mediaHostOf(typed)).toBe(kept)
  if (kept !== undefined) expect(mediaHostOf(kept)).toBe(kept)
})

test.each([
  ['images.example', 'https://images.example/a', true, true],
  ['images.example', 'https://images.example:8443/a', true, false],
  ['images.example', 'http://images.example/a', false, false],
  ['images.example', 'https://images.example.evil.example/a', false, false],
  ['images.example:8443', 'https://images.example/a', false, false],
  ['images.example:8443', 'https://images.example:8443/a', true, true],
  ['http://images.example', 'http://images.example/a', true, true],
  ['http://images.example', 'https://images.example/a', true, true],
  ['http://images.example', 'http://images.example:8080/a', false, false],
  ['http://127.0.0.1:8081', 'http://127.0.0.1:8081/a', true, true],
  ['http://127.0.0.1:8081', 'http://127.0.0.1:8082/a', false, false],
  ['127.0.0.1', 'https://127.0.0.1:8443/a', true, false],
])('%s covers %s: %s, with an exact port: %s', (named, url, hasOpenOverlay, exactly) => {
  expect(namesHostOf([named], new URL(url))).toBe(hasOpenOverlay)
  expect(namesHostOf([named], new URL(url), { exactly: true })).toBe(exactly)
})

test('reports pictures that could not be fetched, with advice', () => {
  const three = ['a', 'b', 'c'].map((host) => ({ host, reason: 'No.', count: 2 }))
  expect(pictureTroubleWords(three, 1)).toEqual([
    '2 pictures at a could not be fetched: No.',
    '4 more pictures could not be fetched. Run desk status for the reason.',
  ])
  expect(
    pictureTroubleWords([
      { host: 'images.example', reason: 'It is not allowed.', count: 881, allow: 'images.example' },
      { host: '', reason: 'It is not a web address.', count: 1 },
    ]),
  ).toEqual([
    '881 pictures at images.example could not be fetched: It is not allowed. To allow it: desk connect --media-host images.example, or Settings, Connection.',
    '1 picture could not be fetched: It is not a web address.',
  ])
})

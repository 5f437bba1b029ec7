import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../testing/temporary-workspace.ts'
import { updateFactsOf } from './build-facts.ts'

const folder = temporaryDirectory()

test.each([
  ['an address', { address: 'https://updates.example/desk/' }, { address: 'https://updates.example/desk/' }],
  [
    'an address and a key',
    { address: 'https://updates.example/', publicKey: 'MCow' },
    { address: 'https://updates.example/', publicKey: 'MCow' },
  ],
  ['no updates', undefined, undefined],
  ['a file address', { address: 'file:///tmp' }, undefined],
  ['an empty key', { address: 'https://updates.example/', publicKey: '' }, undefined],
])('reads %s from the package.json of the app', (_name, updates, expected) => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ updates }))
  expect(updateFactsOf(folder)).toEqual(expected)
})

test('is not updated without a package.json', () => {
  expect(updateFactsOf(join(folder, 'missing'))).toBeUndefined()
})

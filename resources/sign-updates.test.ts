import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSigned } from '../src-main/hosts/electron/updates/signature.ts'
import { temporaryDirectory } from '../src-main/testing/temporary-workspace.ts'
import { newKeys, signUpdates } from './sign-updates.ts'

const keys = newKeys()
function folderWith(...names: string[]): string {
  const folder = temporaryDirectory()
  for (const name of names) writeFileSync(join(folder, name), `version: 1.1.0 # ${name}\n`)
  return folder
}

test('signs what an update server says about each system, for the app with the public key', () => {
  const folder = folderWith('latest.yml', 'latest-linux.yml', 'builder-debug.yml')
  expect(signUpdates(folder, keys).toSorted()).toEqual(['latest-linux.yml', 'latest.yml'])
  const text = readFileSync(join(folder, 'latest-linux.yml'), 'utf8')
  const signature = readFileSync(join(folder, 'latest-linux.yml.sig'), 'utf8')
  expect(isSigned(text, signature, keys.publicKey)).toBe(true)
  expect(isSigned(`${text} `, signature, keys.publicKey)).toBe(false)
  expect(isSigned(text, '', keys.publicKey)).toBe(false)
  expect(isSigned(text, signature, newKeys().publicKey)).toBe(false)
})

test('signs nothing without updates or without keys', () => {
  expect(signUpdates(folderWith('builder-debug.yml'), keys)).toEqual([])
  expect(signUpdates(folderWith('latest.yml'), {})).toEqual([])
})

test('refuses to leave updates that their apps would refuse', () => {
  const folder = folderWith('latest.yml')
  expect(() => signUpdates(folder, { publicKey: keys.publicKey })).toThrow('are not signed')
  expect(() => signUpdates(folder, { ...newKeys(), publicKey: keys.publicKey })).toThrow('does not belong')
})

test('as a program, makes keys and signs with those of the environment', () => {
  const program = join(import.meta.dirname, 'sign-updates.ts')
  const run = (argument: string, env: NodeJS.ProcessEnv): string =>
    execFileSync(process.execPath, [program, argument], { env: { ...process.env, ...env }, encoding: 'utf8' })
  const [publicKey = '', privateKey = ''] = run('--new-key', {})
    .trim()
    .split('\n')
    .map((line) => line.replace(/^\w+=/, ''))
  const folder = folderWith('latest.yml')
  expect(
    run(folder, { CATALOG_DESK_UPDATE_KEY: publicKey, CATALOG_DESK_UPDATE_PRIVATE_KEY: privateKey }),
  ).toBe('Signed latest.yml\n')
  const [text, signature] = ['latest.yml', 'latest.yml.sig'].map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  )
  expect(isSigned(text ?? '', signature ?? '', publicKey)).toBe(true)
})

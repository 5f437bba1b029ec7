import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isMetered, isOnBattery, nodePowerState } from './power.ts'

let folder: string
const path = process.env['PATH']
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-power-'))
})
afterEach(() => {
  process.env['PATH'] = path
  rmSync(folder, { recursive: true, force: true })
})

/** Installs a fake system command that prints `answer` and exits with `code`. */
function fakeCommand(command: string, answer: string, code = 0): void {
  const file = join(folder, command)
  writeFileSync(
    file,
    `#!/bin/sh\necho "$@" >> ${join(folder, 'asked')}\nprintf '%s\\n' '${answer}'\nexit ${code}\n`,
  )
  chmodSync(file, 0o755)
  process.env['PATH'] = `${folder}${delimiter}/bin${delimiter}/usr/bin`
}

const hasShell = process.platform !== 'win32'
if (!hasShell) console.warn('Skipped: commands of another system in their place are shell scripts.')
describe.runIf(hasShell)('metered connections', () => {
  test.each([
    ['u 0', undefined],
    ['u 1', true],
    ['u 2', false],
    ['u 3', true],
    ['u 4', false],
  ])('NetworkManager over busctl: %s', async (answer, paid) => {
    fakeCommand('busctl', answer)
    expect(await isMetered('linux')).toBe(paid)
  })
  test.each([
    ['(<uint32 1>,)', true],
    ['(<uint32 4>,)', false],
    ['(<uint32 0>,)', undefined],
  ])('without busctl, over gdbus: %s', async (answer, paid) => {
    fakeCommand('busctl', 'Call failed: The name is not activatable', 1)
    fakeCommand('gdbus', answer)
    expect(await isMetered('linux')).toBe(paid)
  })
  test.each([
    ['Fixed', true],
    ['Variable', true],
    ['Unrestricted', false],
    ['Unknown', undefined],
    ['', undefined],
  ])('Windows: %s', async (answer, paid) => {
    fakeCommand('powershell.exe', answer)
    expect(await isMetered('win32')).toBe(paid)
  })
  test('returns undefined without a system command', async () => {
    process.env['PATH'] = folder
    expect([await isMetered('linux'), await isMetered('win32'), await isMetered('darwin')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('battery operation on Linux', () => {
  const supply = (name: string, facts: Record<string, string>) => {
    mkdirSync(join(folder, name), { recursive: true })
    for (const [fact, value] of Object.entries(facts)) writeFileSync(join(folder, name, fact), `${value}\n`)
  }
  test('returns undefined without a battery or without Linux', () => {
    supply('AC', { type: 'Mains', online: '1' })
    expect([isOnBattery(folder), isOnBattery(join(folder, 'nowhere'))]).toEqual([undefined, undefined])
  })
  test('is true when unplugged and discharging', () => {
    supply('AC', { type: 'Mains', online: '0' })
    supply('BAT0', { type: 'Battery', status: 'Discharging' })
    expect(isOnBattery(folder)).toBe(true)
    supply('AC', { online: '1' })
    expect(isOnBattery(folder)).toBe(false)
  })
  test('is false when charging without mains; ignores the battery of a mouse', () => {
    supply('BAT0', { type: 'Battery', status: 'Charging' })
    supply('hidpp_battery_0', { type: 'Battery', scope: 'Device', status: 'Discharging' })
    expect(isOnBattery(folder)).toBe(false)
  })
})

test('calls a listener once per change, and not after unsubscribing', async () => {
  let paid = false
  let isOn = false
  let calls = 0
  const power = nodePowerState({ interval: 20, metered: async () => paid, onBattery: () => isOn })
  expect(power.now()).not.toHaveProperty('metered')
  paid = true
  const unsubscribe = power.subscribe(() => void calls++)
  await expect.poll(() => power.now()).toMatchObject({ metered: true, onBattery: false })
  await expect.poll(() => calls).toBe(1)
  isOn = true
  await expect.poll(() => calls).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(calls).toBe(2)
  unsubscribe()
  isOn = false
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(calls).toBe(2)
})

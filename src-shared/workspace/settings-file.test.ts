import { expect, test } from 'vitest'
import { computerSettings, settingValues, workspaceSettings } from './settings.ts'
import {
  type ChosenSettings,
  changesTo,
  defaultsOf,
  readSettingsText,
  settingsText,
} from './settings-file.ts'

const current = (): ChosenSettings => ({
  computer: settingValues(computerSettings, {}, () => undefined),
  workspace: settingValues(workspaceSettings, {}, () => undefined),
})
const facts = { madeAt: '2026-11-27T10:00:00.000Z', madeBy: '1.2.3' }
const file = (settings: unknown, others: object = {}) =>
  JSON.stringify({ format: 'catalog-desk-settings', version: 1, settings, ...others })

test('writes and reads all settings with a label, and none of the connection', () => {
  const settings = current()
  settings.workspace['connection'] = { address: 'https://catalog.example', username: 'anna' }
  settings.computer['theme'] = 'dark'
  const text = settingsText(settings, facts)
  expect(text).not.toMatch(/catalog\.example|anna/)
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    ...facts,
    leftOut: [/password/, /password/, /plan of backups/].map((words) => expect.stringMatching(words)),
  })
  const { chosen, refused } = readSettingsText(text)
  expect(refused).toEqual([])
  expect(chosen.computer).toMatchObject({ theme: 'dark', language: 'system' })
  expect(Object.keys(chosen.workspace)).toEqual(['localApi', 'sync', 'pictures', 'evidence'])
})

test.each([
  ['no JSON', 'theme=dark', 'NOT_SETTINGS'],
  ['other JSON', '{"a":1}', 'NOT_SETTINGS'],
  ['deep nesting', '['.repeat(100_000), 'NOT_SETTINGS'],
  ['a huge file', file({ computer: { theme: 'x'.repeat(300_000) } }), 'NOT_SETTINGS'],
  ['a newer version', file({}, { version: 2 }), 'NEWER'],
])('refuses a file as a whole: %s', (_name, text, code) => {
  expect(() => readSettingsText(text)).toThrow(expect.objectContaining({ code }))
})

test('names what it does not know or cannot use, and keeps the rest', () => {
  const { chosen, refused } = readSettingsText(
    file({
      computer: { theme: 'dark', startScreen: 'moon', volume: 11, __proto__: null },
      workspace: { connection: { address: 'https://evil.example' }, pictures: { views: 'all' } },
      cloud: { theme: 'light' },
      odd: 3,
    }),
  )
  expect(chosen).toEqual({ computer: { theme: 'dark' }, workspace: {} })
  expect(refused).toEqual([
    expect.stringMatching(
      /^settings\.computer\.startScreen is not used: its value does not fit \(.+\)\. .*“Opens with”/,
    ),
    'settings.computer.volume is not used: this version has no such setting.',
    'settings.workspace.connection is not used: this version has no such setting.',
    expect.stringMatching(/^settings\.workspace\.pictures is not used/),
    'settings.cloud.theme is not used: this version has no such setting.',
    'settings.odd.odd is not used: this version has no such setting.',
  ])
})

test('names a limited number of refused settings', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`s${index}`, 1]))
  const { refused } = readSettingsText(file({ computer: many }))
  expect(refused).toHaveLength(21)
  expect(refused.at(-1)).toBe('980 more are not used.')
})

test('a reset changes only its section, and shows the values before and after', () => {
  const settings = current()
  settings.computer['theme'] = 'dark'
  settings.computer['keepsRunning'] = true
  settings.workspace['localApi'] = { enabled: true, port: 9000, scheme: 'http' }
  expect(changesTo(settings, defaultsOf('appearance'))).toEqual([
    {
      scope: 'computer',
      name: 'theme',
      section: 'appearance',
      label: 'Theme',
      before: 'Dark',
      after: 'Follow the system',
    },
  ])
  expect(changesTo(settings, defaultsOf('advanced'))).toMatchObject([
    { label: 'Local API', part: 'Port', before: '9000', after: '8642' },
  ])
  expect(changesTo(current(), defaultsOf('window'))).toEqual([])
})

test('shows changes in the words of the screens', () => {
  const settings = current()
  Object.assign(settings.computer, { keepsRunning: true, language: 'de', nutritionMarket: 'eu' })
  settings.workspace['sync'] = {
    ...(settings.workspace['sync'] as object),
    pauseOnBattery: true,
    schedule: { everyMinutes: 15, onStart: true, onOnline: false },
  }
  settings.workspace['pictures'] = { views: 'front', longestSide: 600, quota: null }
  const words = (section: 'window' | 'appearance' | 'drafts' | 'sync' | 'pictures') =>
    changesTo(settings, defaultsOf(section)).map(({ label, part, before, after }) =>
      [part ?? label, before, after].join(' | '),
    )
  expect(words('window')).toEqual(['Keep running when the last window is closed | On | Off'])
  expect(words('appearance')).toEqual(['Language | Deutsch | Follow the system'])
  expect(words('drafts')).toEqual(['Market of nutrition facts | EU | FDA'])
  expect(words('sync').sort()).toEqual([
    'At regular times | Every 15 minutes | Never',
    'Wait while on battery | On | Off',
    'When the program starts | On | Off',
  ])
  expect(words('pictures')).toEqual([
    'Views of each item | Front only | All',
    'Size | At most 600 pixels | Original',
    'Space on this computer | No limit | At most 20 GB',
  ])
})

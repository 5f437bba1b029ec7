import { expect, test } from 'vitest'
import { pagePreferences, pageSession } from './page-preferences.ts'

test('the page is given nothing of the computer', () => {
  expect(pagePreferences('/preload.cjs', true)).toEqual({
    preload: '/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    plugins: false,
    spellcheck: false,
    partition: 'desk',
    devTools: false,
  })
})

test('developer tools are there while the app is developed, and its session is in memory', () => {
  expect(pagePreferences('/preload.cjs', false).devTools).toBe(true)
  expect(pageSession).not.toMatch(/^persist:/)
})

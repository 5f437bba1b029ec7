import { beforeEach, describe, expect, test, vi } from 'vitest'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { answers, app, takeCalls } = await import('./fixtures/electron.ts')
const { commandIn, showCommandLine } = await import('./command.ts')
const { speakerFor } = await import('./texts.ts')

beforeEach(() => {
  takeCalls()
  vi.stubEnv('APPIMAGE', undefined)
  Object.assign(app, { isPackaged: true })
})

describe('arguments of an installed app', () => {
  test.each([
    ['sync --data copy', ['sync', '--data', 'copy']],
    ['--help', ['--help']],
    ['-V', ['-V']],
    ['sync --help', ['sync', '--help']],
    ['synch', ['synch']],
    ['--no-sandbox --disable-gpu status', ['status']],
  ])('treats "%s" as a command', (line, command) => {
    expect(commandIn(['/opt/catalog-desk', ...line.split(' ')])).toEqual(command)
  })

  test.each([
    '',
    '--no-sandbox',
    '--inspect=0 --remote-debugging-port=0',
    'feed.xml',
    '/home/person/status',
    './status',
    'C:\\files\\status',
    'file:///home/person/feed.xml',
    'catalog-desk://item/9520000000011',
    '-psn_0_12345',
  ])('opens the window for "%s"', (line) => {
    expect(commandIn(['/opt/catalog-desk', ...line.split(' ').filter(Boolean)])).toBeUndefined()
  })

  test('before packaging, reads arguments after the folder of the app', () => {
    Object.assign(app, { isPackaged: false })
    expect(commandIn(['/electron', '/app', 'sync'])).toEqual(['sync'])
    expect(commandIn(['/electron', '--no-sandbox', '/app', 'sync'])).toEqual(['sync'])
    expect(commandIn(['/electron', '/app'])).toBeUndefined()
    expect(commandIn(['/electron', '/another/app', 'sync'])).toBeUndefined()
  })
})

describe.skipIf(process.platform === 'win32')('the line for a terminal', () => {
  const shown = async (language: 'en' | 'de'): Promise<{ detail: string }> => {
    await showCommandLine(await speakerFor(language))
    const [ask, ...more] = takeCalls()
    expect(more).toEqual(answers.button === 0 ? [['copy', expect.any(String)]] : [])
    return ask?.[1] as { detail: string }
  }
  const lineOf = ({ detail }: { detail: string }): string | undefined => detail.split('\n').at(-1)

  test('names the executable of the app, in the language of the screens', async () => {
    answers.button = 1
    expect(lineOf(await shown('en'))).toBe('/home/person/exe --help')
    expect(await shown('de')).toMatchObject({
      message: 'Befehlszeile',
      buttons: ['Kopieren', 'Schließen'],
      detail: expect.stringContaining('im Terminal'),
    })
  })

  test('quotes special characters of the shell', async () => {
    vi.stubEnv('APPIMAGE', "/home/o'neil/Catalog Desk.AppImage")
    expect(lineOf(await shown('en'))).toBe("'/home/o'\\''neil/Catalog Desk.AppImage' --help")
  })

  test('before packaging, also names the folder of the app', async () => {
    Object.assign(app, { isPackaged: false })
    expect(lineOf(await shown('en'))).toBe('/home/person/exe /app --help')
  })

  test('is copied on request', async () => {
    answers.button = 0
    await shown('en')
    answers.button = 1
  })
})

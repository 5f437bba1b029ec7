import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { screenPlugins } from '../electron.vite.config.ts'
import { catalogFiles } from '../resources/texts/plugins.ts'
import { testsByProcess } from './support/suite/tests-of-their-own-process.ts'

const root = new URL('..', import.meta.url).pathname
const executablePath =
  process.env['CHROMIUM_SHELL_PATH'] ?? process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/**
 * Tests that start programs take longest, so they start first; started last, one of them would run alone at
 * the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/e2e\/(trials|command-line)\//.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const { own, shared } = testsByProcess()

/**
 * Component tests of the basic UI parts leave nothing behind, so they share one page. Tests of screens have a
 * page per file.
 */
const parts = 'src-renderer/ui/**/*.test.tsx'

const onNode = {
  root,
  // On two cores Vitest would use one worker. Tests spend half of their time waiting for the disk or another
  // process.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // After the component tests, which press keys and check at once, so that nothing else runs in parallel with
  // those.
  sequence: { groupOrder: 1 },
  // Generous limits for tests on a busy computer.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: ['e2e/support/suite/property-seed.ts', 'e2e/support/suite/keep-threads.ts'],
  globalSetup: 'e2e/support/suite/unit-setup.ts',
}

/** Unit tests run on Node; component tests run in the same Chromium as the journeys. */
export default defineConfig({
  root,
  test: {
    sequence: { sequencer: LongestFirst },
    coverage: { provider: 'v8', include: ['src-*/**/*.{ts,tsx}'], reporter: ['text'] },
    projects: [
      { plugins: [catalogFiles()], test: { ...onNode, name: 'node', include: own } },
      // One process for many files, because a new process per file takes longer than most of these tests.
      { plugins: [catalogFiles()], test: { ...onNode, name: 'shared', include: shared, isolate: false } },
      // Code of the screens that renders nothing.
      {
        plugins: screenPlugins(),
        test: {
          ...onNode,
          name: 'screens',
          include: ['src-renderer/**/*.test.ts'],
          setupFiles: 'src-renderer/testing/texts-on-node.ts',
        },
      },
      {
        root,
        plugins: screenPlugins(),
        // Resolved before the first test: a package found later would reload the page during a test.
        optimizeDeps: { entries: ['src-renderer/**/*.{ts,tsx}', '!**/*.test.ts'] },
        test: {
          name: 'browser',
          maxWorkers: availableParallelism(),
          // The first test of a file waits for its modules, which takes a while on a cold start.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          setupFiles: 'src-renderer/testing/component-texts.ts',
          include: ['src-renderer/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath, args: ['--no-sandbox'] } }),
            instances: [
              { browser: 'chromium', name: 'browser (parts)', include: [parts], isolate: false },
              { browser: 'chromium', name: 'browser (screens)', exclude: [parts] },
            ],
          },
        },
      },
    ],
  },
})

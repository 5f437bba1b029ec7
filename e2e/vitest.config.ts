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

/** Tests that start programs take longest: begun last, one of them would go on while the other workers have nothing left. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/e2e\/(trials|command-line)\//.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const { own, shared } = testsByProcess()

/** Component tests of the parts that screens are made of leave nothing behind: they share one page. Of screens each file has its own. */
const parts = 'src-renderer/ui/**/*.test.tsx'

const onNode = {
  root,
  // On two cores Vitest would use one. Tests wait for half of their time: for the disk, for another process.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // After the component tests, which press keys and look at once: nothing else runs beside those.
  sequence: { groupOrder: 1 },
  // Guards against what never ends, on a computer that does other things beside.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  setupFiles: ['e2e/support/suite/property-seed.ts', 'e2e/support/suite/keep-threads.ts'],
  globalSetup: 'e2e/support/suite/unit-setup.ts',
}

/** Unit tests run on Node; component tests run in the same Chromium that the journeys use. */
export default defineConfig({
  root,
  test: {
    sequence: { sequencer: LongestFirst },
    coverage: { provider: 'v8', include: ['src-*/**/*.{ts,tsx}'], reporter: ['text'] },
    projects: [
      { plugins: [catalogFiles()], test: { ...onNode, name: 'node', include: own } },
      // One process for many files: a new one for each takes longer than most of these tests.
      { plugins: [catalogFiles()], test: { ...onNode, name: 'shared', include: shared, isolate: false } },
      // What of the screens draws nothing.
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
        // Found before the first test: a package met later would reload the page under a running test.
        optimizeDeps: { entries: ['src-renderer/**/*.{ts,tsx}', '!**/*.test.ts'] },
        test: {
          name: 'browser',
          maxWorkers: availableParallelism(),
          // The first test of a file waits until its modules are there, which on a cold start takes a while.
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

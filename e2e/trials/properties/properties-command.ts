import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'
import { anySeed } from '../random.ts'

interface Options {
  seed?: string
}

/** The test files with property tests, as paths in the project. */
const propertyTests = (): string[] =>
  globSync('{src-main,src-shared,resources}/**/*.test.ts', { cwd: projectDirectory })
    .filter((file) => readFileSync(join(projectDirectory, file), 'utf8').includes("from 'fast-check'"))
    .toSorted()

/**
 * `npm run trial -- properties`: exits with the exit code of the tests. A failure shows the seed and the
 * case.
 */
export const propertiesCommand = (): Command =>
  new Command('properties')
    .description('All cases of the property tests, of which the suite tries a fifth')
    .argument('[files...]', 'parts of the paths of test files; all of them, when absent')
    .option('--seed <number>', 'a number to repeat a run with; any, when absent')
    .action(async (names: string[], { seed }: Options) => {
      const chosen = seed === undefined ? anySeed() : Number(seed)
      process.stderr.write(`Seed ${chosen}\n`)
      const files = propertyTests().filter(
        (file) => names.length === 0 || names.some((name) => file.includes(name)),
      )
      if (files.length === 0) throw new Error('No test with properties has this in its path.')
      const tests = spawn('vitest', ['run', '--config', 'e2e/vitest.config.ts', ...files], {
        cwd: projectDirectory,
        stdio: 'inherit',
        env: { ...process.env, PROPERTY_SEED: String(chosen), PROPERTY_CASES: 'all' },
        shell: process.platform === 'win32',
      })
      const [code] = await once(tests, 'exit')
      process.exitCode = code ?? 1
    })

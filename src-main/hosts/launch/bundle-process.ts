/**
 * Bundles programs into the folder given as the first argument. The second argument is a JSON array with one
 * object for each build: the paths of sources in the project, by the names of their bundles. Ends when the
 * process that forked it ends.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import manifest from '../../../package.json' with { type: 'json' }
import { quickPrograms } from './quick-programs.ts'

process.once('disconnect', () => process.exit(1))
/**
 * Packages that load their own files and must stay outside the bundle: the dependencies, and the builder
 * itself.
 */
const external = [...Object.keys(manifest.dependencies), 'vite']

/** Bundles programs into one or a few files. */
async function write(folder: string, input: Record<string, string>): Promise<void> {
  const built = await build({
    root: process.cwd(),
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external },
    plugins: quickPrograms.plugins,
    build: {
      ssr: true,
      write: false,
      target: 'node24',
      rolldownOptions: {
        input,
        output: {
          ...{ entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
          minify: quickPrograms.minify,
        },
      },
    },
  })
  for (const file of [built].flat().flatMap((one) => ('output' in one ? one.output : [])))
    writeFileSync(join(folder, file.fileName), file.type === 'chunk' ? file.code : file.source)
}

const [folder = '', inputs = '[]'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
await Promise.all((JSON.parse(inputs) as Record<string, string>[]).map((input) => write(folder, input)))
process.exit(0)

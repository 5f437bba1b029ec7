import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '../data/cache.ts'
import { unpacked, unpackPackages } from './programs.ts'

/**
 * Compiles a C file of this folder once. Returns undefined without a compiler or the headers of its
 * libraries.
 */
export function compiled(
  name: string,
  libraries: readonly string[],
  packages: readonly string[],
): string | undefined {
  const source = join(import.meta.dirname, `${name}.c`)
  const program = join(cacheFolder('compiled'), name)
  if (existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs) return program
  const compile = (root: string) =>
    spawnSync(
      'gcc',
      ['-O2', `-I${root}/usr/include`, `-I${root}/usr/include/libxml2`, '-o', program, source].concat(
        libraries.map((library) => `-l${library}`),
      ),
      { stdio: 'ignore' },
    ).status === 0
  return compile('') || (unpackPackages(packages) && compile(unpacked())) ? program : undefined
}

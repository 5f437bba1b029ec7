/** Derived pictures, compared with common programs over the same files. */
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import PQueue from 'p-queue'
import { derivePicture, maxConcurrentPictures } from '../../../src-main/media/index.ts'
import { generatePictures } from '../data/pictures.ts'
import { atLeast, type Figure, figureOf } from '../figure.ts'
import { inTurn, type Run, timed } from '../in-turn.ts'
import { findProgram, unpacked } from '../peers/programs.ts'

type Recipe = Parameters<typeof derivePicture>[1]

async function overPictures(
  work: (files: string[], folder: string, rate: Rate) => Promise<Figure[]>,
): Promise<Figure[]> {
  const { folder, files } = await generatePictures(24)
  try {
    return await work(files, folder, async (make) => (files.length * 1000) / (await timed(make)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * ImageMagick of this computer, or of the distribution's package. The package has its programs under their
 * full names only (its installation creates the short links) and looks for codecs and settings at its
 * installed location.
 */
function findImageMagick(name: string): ReturnType<typeof findProgram> {
  const packages = ['imagemagick-6.q16']
  const found = findProgram(name, packages, false) ?? findProgram(`${name}-im6.q16`, packages, false)
  if (!found?.path.startsWith(unpacked())) return found
  const [coders] = globSync(join(unpacked(), 'usr/lib/*/ImageMagick-*/modules-*/coders'))
  return {
    path: found.path,
    environment: {
      ...found.environment,
      MAGICK_CODER_MODULE_PATH: coders,
      MAGICK_CONFIGURE_PATH: join(unpacked(), 'etc/ImageMagick-6'),
    },
  }
}

type Rate = (make: () => unknown) => Promise<number>

/**
 * Runs as many derivations at once as the program does; the peers process one file after another on all
 * available cores.
 */
const ours = (files: readonly string[], rate: Rate, recipe: Recipe): Run => {
  const originals = files.map((file) => readFileSync(file))
  return () =>
    rate(async () => {
      const queue = new PQueue({ concurrency: maxConcurrentPictures })
      await queue.addAll(originals.map((original) => () => derivePicture(original, recipe)))
    })
}

export const picturesBench = (): Promise<Figure[]> =>
  overPictures(async (files, folder, rate) => {
    const recipe: Recipe = { kind: 'square', size: 600, format: 'jpg' }
    const made = join(folder, 'made')
    mkdirSync(made)
    const vips = findProgram('vipsthumbnail', ['libvips-tools', 'libvips42'])
    const mogrify = findImageMagick('mogrify')
    const run = (program: ReturnType<typeof findProgram>, args: readonly string[]): Run | undefined =>
      program &&
      (() => rate(() => execFileSync(program.path, args, { env: program.environment, stdio: 'ignore' })))
    const square = [
      '-resize',
      '600x600',
      '-gravity',
      'center',
      '-extent',
      '600x600',
      '-quality',
      '80',
      '-path',
      made,
    ]
    const beside = async (peer: string, theirs: Run | undefined, goal: number) =>
      figureOf({
        ...{ figure: `a square of 600 as JPEG, beside ${peer}`, unit: 'pictures/s', peer },
        ...(await inTurn(5, ours(files, rate, recipe), theirs)),
        ...{ goal: atLeast('ratio', goal), ...(theirs ? {} : { note: `${peer} is not here` }) },
      })
    return [
      await beside(
        'vipsthumbnail',
        run(vips, [...files, '--size', '600x600', '-o', join(made, '%s.jpg[Q=80]')]),
        0.9,
      ),
      await beside('ImageMagick', run(mogrify, [...square, ...files]), 5),
    ]
  })

const limit = 100 * 1024

export const tgaBench = (): Promise<Figure[]> =>
  overPictures(async (files, folder, rate) => {
    const convert = findImageMagick('convert')
    /** Halves the side until the file is within the limit. */
    const halving: Run | undefined =
      convert &&
      (() =>
        rate(() => {
          for (const file of files)
            for (let side = 1200; ; side /= 2) {
              const target = join(folder, `${basename(file)}.tga`)
              const shape = `${side}x${side}`
              const args = [file, '-resize', shape, '-compress', 'RLE', target]
              execFileSync(convert.path, args, { env: convert.environment, stdio: 'ignore' })
              if (statSync(target).size <= limit) break
            }
        }))
    return [
      figureOf({
        ...{ figure: 'a TGA within 100 KB', unit: 'pictures/s', peer: 'ImageMagick, halving' },
        ...(await inTurn(5, ours(files, rate, { kind: 'tga', kilobytes: 100 }), halving)),
        ...{ goal: atLeast('ratio', 10), ...(halving ? {} : { note: 'ImageMagick is not here' }) },
      }),
    ]
  })

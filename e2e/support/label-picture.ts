/**
 * A program that writes the picture of a label: `node label-picture.ts FILE JSON`, with the options of
 * `labelPicture`. It is a process of its own, because a journey's worker, which loads this code anew for each test,
 * crashed in the image library.
 */
import { writeFileSync } from 'node:fs'
import { labelPicture } from '../../src-main/testing/label-pictures.ts'

const [file, options] = process.argv.slice(2)
if (file === undefined || options === undefined) throw new Error('The file or the options are missing.')
writeFileSync(file, await labelPicture(JSON.parse(options)))

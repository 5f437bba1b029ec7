import { threadBundle } from '../../src-main/hosts/launch/bundle.ts'

/** Tests, and the programs they start, run their storage threads from one bundle: see `bundle` for why. */
export default async (): Promise<void> => {
  process.env['CATALOG_DESK_THREAD'] = (await threadBundle()).href
}

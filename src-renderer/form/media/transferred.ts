import { isViewCode } from '../../../src-shared/views.ts'
import { isWebAddress } from '../../pictures/web-address.ts'

/** What a person dropped or pasted: files, or the addresses in a text. */
export interface Transferred {
  files: File[]
  addresses: string[]
}

/** Maximum pictures added at once; more are a mistake of the hand, or a folder. */
const maxAtOnce = 50

/** The picture files and web addresses of a drop or a paste; empty if there are none. */
export function readTransfer(data: DataTransfer): Transferred {
  const files = [...data.files].slice(0, maxAtOnce)
  if (files.length > 0) return { files, addresses: [] }
  const text = data.getData('text/uri-list') || data.getData('text/plain')
  const addresses = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => isWebAddress(line) && !/\s/.test(line))
  return { files: [], addresses: [...new Set(addresses)].slice(0, maxAtOnce) }
}

/** The view code in a file name by the GS1 rules (`09522003001170_A1C1.jpg`); '' if there is none. */
export function viewInName(name: string): string {
  const [, view = ''] = /_([A-Za-z][0-9][A-Za-z0-9]{2})(?:_[0-9]+)?(?:\.[A-Za-z0-9]+)?$/.exec(name) ?? []
  return isViewCode(view) ? view.toUpperCase() : ''
}

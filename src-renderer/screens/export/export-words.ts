import { FileCode, type LucideIcon, Store, Table2 } from 'lucide-react'
import type { ExportFormat, ExportSubject } from '../../../src-shared/export/model.ts'
import { counted } from '../../ui/words.ts'

interface FormatWords {
  label: string
  icon: LucideIcon
  /** What such a file holds and is good for. */
  meaning: (subject: ExportSubject | undefined) => string
}

/** The kinds of files, the commonest wish first. */
export const exportFormatWords: Record<ExportFormat, FormatWords> = {
  csv: {
    label: 'Table (CSV)',
    icon: Table2,
    meaning: () =>
      'One row an item, for spreadsheets. It can be imported again. Pictures and nutrition facts are not in it.',
  },
  items: {
    label: 'Item records (XML)',
    icon: FileCode,
    meaning: () => 'All that is kept of the items, byte for byte, as an item search answers it.',
  },
  contentplus: {
    label: 'Retailer content (Content+ feed)',
    icon: Store,
    meaning: (subject) =>
      subject?.contentItems === 0
        ? 'None of these items has content for a retailer. An item search does not bring it along: only a sandbox keeps it.'
        : subject
          ? `The content of ${counted(subject.contentItems, 'item')} for ${counted(subject.retailers.length, 'retailer')}, as a feed that a service takes as it is.`
          : 'What retailers were given for these items, as a feed that a service takes as it is.',
  },
}

import { t } from '@lingui/core/macro'
import {
  type DismissalReason,
  type Finding,
  type FindingKey,
  type FindingKind,
  type FindingRow,
  type PictureBox,
  subjectOf,
} from '../../../src-shared/evidence/model.ts'
import { viewName } from '../../../src-shared/views.ts'
import type { Tone } from '../../ui/badge.tsx'

/** `label` names one finding, `group` a list of them. */
export const findingWords: Record<FindingKind, { label: string; group: string; tone: Tone }> = {
  allergen: { label: t`Allergen not in the record`, group: t`Allergens not in records`, tone: 'bad' },
  'other-item': { label: t`Code of another item`, group: t`Codes of other items`, tone: 'bad' },
  'label-differs': { label: t`Other value on the label`, group: t`Other values on labels`, tone: 'warn' },
  'unknown-code': { label: t`Unknown code`, group: t`Unknown codes`, tone: 'warn' },
  check: { label: t`Picture rule`, group: t`Picture rules`, tone: 'neutral' },
  unreadable: { label: t`Unreadable picture`, group: t`Unreadable pictures`, tone: 'neutral' },
  'right-code': { label: t`Code of the item`, group: t`Codes that are right`, tone: 'good' },
  'label-found': { label: t`Value found on the label`, group: t`Values found on labels`, tone: 'good' },
}

export const reasonWords: Record<DismissalReason, string> = {
  'both-right': t`The picture is right, and the record is right`,
  misread: t`Misread`,
  'other-package': t`Another package size in the picture`,
  other: t`Another reason`,
}

export const keyOf = ({ item, ...finding }: FindingRow): FindingKey => ({
  itemId: item.id,
  kind: finding.kind,
  sha256: finding.sha256,
  subject: subjectOf(finding),
})

/** Identifies a finding in a list and in sets. */
export const keyText = ({ itemId, kind, sha256, subject }: FindingKey): string =>
  [itemId, kind, sha256, subject].join('\n')
/** The same, of a finding of one item. */
export const findingKey = (itemId: string, finding: Finding): string =>
  keyText({ itemId, kind: finding.kind, sha256: finding.sha256, subject: subjectOf(finding) })

/** The part of the picture that shows the code or the value; undefined for a finding about the whole picture. */
export const boxOf = ({ code, value }: Finding): PictureBox | undefined => code?.box ?? value?.box

/** Name of the view of the picture, such as `A1C1, product image, front`. */
export const pictureTitle = ({ view }: Pick<Finding, 'view'>): string => (view ? viewName(view) : t`Picture`)

export const itemName = ({ item: { id, name } }: Pick<FindingRow, 'item'>): string => name || t`Item ${id}`
export const itemHref = (id: string): string => `/catalog/${encodeURIComponent(id)}`

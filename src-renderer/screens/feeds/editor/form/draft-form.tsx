import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { memo, useMemo } from 'react'
import type { DraftItemValue, FeedKind } from '../../../../../src-shared/feeds/draft/model.ts'
import { itemOutline } from '../../../../../src-shared/feeds/draft/outline.ts'
import { contentPlusFeed } from '../../../../../src-shared/vocabulary/elements/content-plus.ts'
import { ingestItem, ingestItems } from '../../../../../src-shared/vocabulary/elements/ingest.ts'
import { unusualFields } from '../../../../../src-shared/vocabulary/elements/unusual-fields.ts'
import { Form, type FormSection, sectionsOf } from '../../../../form/form.tsx'
import { useLeaf, useSlice } from '../../../../form/form-store.ts'
import { entryPlace, type Group, rootPlace } from '../../../../form/place.ts'
import { Notice } from '../../../../ui/layout/notice.tsx'
import { documentOf, itemGroupOf } from '../session/draft-session.ts'
import { requiredFieldPaths } from './required-fields.ts'

/** What an update of the service looks at; the code says which item is meant. */
const usedByUpdate: ReadonlySet<string> = new Set([
  'productCodes',
  'ecommerceDescription',
  'contentPlus',
  'manufacturerContent',
])
const ignoredByUpdate: ReadonlySet<string> = new Set(
  ingestItem.members.map(({ key }) => key).filter((key) => !usedByUpdate.has(key)),
)
const updateSections = new Set(['identity', 'contentPlus', 'retailerContent'])

/** How each kind of feed is drawn. */
interface DraftFormPlan {
  itemGroup: Group
  /** Undefined: one sheet without sections. */
  sections: readonly FormSection[] | undefined
  required: ReadonlySet<string>
  newItem: DraftItemValue
}

export function draftFormPlan(kind: FeedKind): DraftFormPlan {
  const itemGroup = itemGroupOf(kind)
  const required = new Set(requiredFieldPaths(kind))
  if (kind === 'contentplus') return { itemGroup, sections: undefined, required, newItem: itemOutline(kind) }
  const sections = sectionsOf(ingestItem, kind === 'update' ? updateSections : undefined)
  return { itemGroup, sections, required, newItem: itemOutline(kind) }
}

/** The form of one item of a draft. Its fields watch the item; what is drawn around the form does not draw it again. */
export const DraftForm = memo(function DraftForm({ kind, plan }: { kind: FeedKind; plan: DraftFormPlan }) {
  const document = documentOf(kind)
  const itemMember = (kind === 'contentplus' ? contentPlusFeed : ingestItems).elements.get('item')
  const place = useMemo(
    () => (itemMember ? entryPlace(rootPlace(document.root), itemMember, 0) : undefined),
    [document.root, itemMember],
  )
  const itemKind = useLeaf(['item', 0, 'type'])
  if (!place) return null
  return (
    <>
      {kind === 'update' && <UpdateNote />}
      <Form
        group={plan.itemGroup}
        place={place}
        sections={plan.sections}
        required={plan.required}
        without={kind === 'update' ? ignoredByUpdate : undefined}
        unusual={unusualFields(itemKind)}
      />
    </>
  )
})

/** Why an update shows so little, and what else the draft holds. */
function UpdateNote() {
  const item = useSlice(['item', 0])
  const held = typeof item === 'object' && item !== null ? Object.keys(item) : []
  const others = ingestItem.members.filter(
    ({ key }) => key !== 'type' && ignoredByUpdate.has(key) && held.includes(key),
  )
  return (
    <Notice title={t`An update changes the e-commerce description and adds Content+`} className="mb-4">
      <p>
        <Trans>
          The service ignores everything else. To change other fields, send the item as a refresh.
        </Trans>
      </p>
      {others.length > 0 && (
        <p className="mt-1">
          <Trans>Also in this item, sent but not used: {others.map(({ label }) => label).join(', ')}.</Trans>
        </p>
      )}
    </Notice>
  )
}

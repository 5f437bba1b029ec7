import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { memo, useMemo } from 'react'
import { type FeedKind, kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../../src-shared/feeds/kinds/payload.ts'
import { ingestItem } from '../../../../../src-shared/vocabulary/elements/ingest.ts'
import { unusualFields } from '../../../../../src-shared/vocabulary/elements/unusual-fields.ts'
import { Form, type FormSection, sectionsOf } from '../../../../form/form.tsx'
import { useLeaf, useSlice } from '../../../../form/form-store.ts'
import { entryPlace, type Group, rootPlace } from '../../../../form/place.ts'
import { Notice } from '../../../../ui/layout/notice.tsx'

/**
 * Members of an item that the service ignores.
 * @param changes members that the kind of feed changes, in addition to the product codes
 */
const ignoredMembers = (changes: readonly string[]): ReadonlySet<string> =>
  new Set(
    ingestItem.members
      .map(({ key }) => key)
      .filter((key) => key !== 'productCodes' && !changes.includes(key)),
  )

/** Form definition of a feed kind. */
interface DraftFormPlan {
  itemGroup: Group
  /** Undefined: a single form without sections. */
  sections: readonly FormSection[] | undefined
  required: ReadonlySet<string>
  newItem: PayloadItem
}

export function draftFormPlan(kind: FeedKind): DraftFormPlan {
  const { payload, sections, requiredFields, outline } = kinds[kind]
  return {
    itemGroup: payload.item,
    sections: sections?.length === 0 ? undefined : sectionsOf(payload.item, sections && new Set(sections)),
    required: new Set(requiredFields),
    newItem: outline(),
  }
}

/**
 * The form of one item of a draft. Its fields subscribe to the item, so a render of the surroundings does not
 * render the form.
 */
export const DraftForm = memo(function DraftForm({ kind, plan }: { kind: FeedKind; plan: DraftFormPlan }) {
  const { payload, changes } = kinds[kind]
  const place = useMemo(() => entryPlace(rootPlace(payload.document.root), payload.itemMember, 0), [payload])
  const ignored = useMemo(() => changes && ignoredMembers(changes), [changes])
  const itemKind = useLeaf(['item', 0, 'type'])
  return (
    <>
      {ignored && <UpdateNote ignored={ignored} />}
      <Form
        group={plan.itemGroup}
        place={place}
        sections={plan.sections}
        required={plan.required}
        without={ignored}
        unusual={unusualFields(itemKind)}
      />
    </>
  )
})

/** Explains which fields an update changes, and lists other fields of the item that are ignored. */
function UpdateNote({ ignored }: { ignored: ReadonlySet<string> }) {
  const item = useSlice(['item', 0])
  const presentKeys = typeof item === 'object' && item !== null ? Object.keys(item) : []
  const ignoredFields = ingestItem.members.filter(
    ({ key }) => key !== 'type' && ignored.has(key) && presentKeys.includes(key),
  )
  return (
    <Notice title={t`An update changes the e-commerce description and adds Content+`} className="mb-4">
      <p>
        <Trans>
          The service ignores everything else. To change other fields, send the item as a refresh.
        </Trans>
      </p>
      {ignoredFields.length > 0 && (
        <p className="mt-1">
          <Trans>
            Also in this item, sent but not used: {ignoredFields.map(({ label }) => label).join(', ')}.
          </Trans>
        </p>
      )}
    </Notice>
  )
}

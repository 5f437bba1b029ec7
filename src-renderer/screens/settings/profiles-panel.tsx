import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Copy, Download, EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import {
  type ProfileList,
  type RequirementProfile,
  type StoredProfile,
  serviceProfileId,
} from '../../../src-shared/completeness/model.ts'
import { shownAbout, shownName } from '../../../src-shared/completeness/shipped-words.ts'
import { client, rpc } from '../../rpc/client.ts'
import { feedKindWords } from '../../texts/feed-kinds.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink, buttonClass, IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { Table, TableCell, TableRow } from '../../ui/layout/table.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { saveText } from '../local-api/copyable.tsx'
import { qualityHref } from '../quality/quality-url.ts'
import { ProfileEditor } from './profile-editor.tsx'

const failed = (message: string) => (error: unknown) => void toast.failed(message, error)
const empty: RequirementProfile = { name: '', kinds: ['create', 'refresh'], requirements: [] }

/** Requirement profiles: to choose, copy and edit, and to exchange as files. */
export function ProfilesPanel() {
  const { data, error, refetch } = useQuery(rpc.completeness.profiles.queryOptions())
  const [edited, setEdited] = useState<{ id?: string; profile: RequirementProfile }>()
  if (error && !data)
    return (
      <Panel title={t`Requirement profiles`}>
        <ErrorState title={t`The profiles cannot be shown`} error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  // As high as the list of the examples, so that the panels below do not move.
  if (!data) return <Skeleton className="h-135 rounded-lg" />
  return (
    <Panel
      flush
      near={t`completeness, score, required fields`}
      title={t`Requirement profiles`}
      description={t`What items should have. Drafts and items of the catalog are scored by them.`}
      actions={
        <>
          <ImportProfile />
          <Button size="small" onClick={() => setEdited({ profile: empty })}>
            <Trans>New profile…</Trans>
          </Button>
        </>
      }
    >
      <Choices list={data} />
      <ProfileTable list={data} onEdit={({ id, profile }) => setEdited({ id, profile })} />
      {edited && (
        <ProfileEditor
          key={edited.id ?? 'new'}
          id={edited.id}
          profile={edited.profile}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  )
}

/** The profile by which items are scored, and the profile of the connected service. */
function Choices({ list: { profiles, defaultId, serviceId } }: { list: ProfileList }) {
  const choose = useMutation(
    rpc.completeness.choose.mutationOptions({ onError: failed(t`The profile was not chosen`) }),
  )
  const options = profiles.map(({ id, profile }) => ({ value: id, label: shownName(id, profile.name) }))
  return (
    <div className="grid gap-4 px-4 pb-4 sm:grid-cols-2">
      <Select
        label={t`Items are scored by`}
        options={options}
        value={defaultId}
        disabled={choose.isPending}
        onValueChange={(id) => choose.mutate({ defaultId: id })}
      />
      <Select
        label={t`The service of the connection requires`}
        help={serviceId === serviceProfileId ? undefined : t`Beyond what every service requires.`}
        options={options}
        value={serviceId}
        disabled={choose.isPending}
        onValueChange={(id) => choose.mutate({ serviceId: id })}
      />
    </div>
  )
}

function ImportProfile() {
  const fileId = useId()
  const importProfile = useMutation({
    mutationFn: async (file: File) => client.completeness.import({ text: await file.text() }),
    onSuccess: ({ profile }) => void toast.done(t`“${profile.name}” is there`),
    onError: failed(t`The profile was not imported`),
  })
  return (
    <label htmlFor={fileId} className={buttonClass({ size: 'small' })}>
      <Trans>Import…</Trans>
      <input
        id={fileId}
        type="file"
        accept=".json,application/json"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) importProfile.mutate(file)
          // Allows choosing the same file again after it was corrected.
          event.target.value = ''
        }}
      />
    </label>
  )
}

interface ProfileTableProps {
  list: ProfileList
  onEdit: (stored: StoredProfile) => void
}

function ProfileTable({ list, onEdit }: ProfileTableProps) {
  return (
    <Table
      label={t`Requirement profiles`}
      className="border-t border-line"
      columns={[
        { label: t`Profile` },
        { label: t`For` },
        { label: t`Fields`, numeric: true },
        {
          label: (
            <span className="sr-only">
              <Trans>Actions</Trans>
            </span>
          ),
          className: 'w-44',
        },
      ]}
    >
      {list.profiles.map((stored) => (
        <TableRow key={stored.id}>
          <TableCell className="min-w-64">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{shownName(stored.id, stored.profile.name)}</span>
              {stored.isShipped && (
                <Badge>
                  <Trans>Example</Trans>
                </Badge>
              )}
            </span>
            {shownAbout(stored) && (
              <span className="block max-w-96 text-xs text-ink-faint">{shownAbout(stored)}</span>
            )}
          </TableCell>
          <TableCell className="text-xs text-ink-soft">{purposeOf(stored.profile)}</TableCell>
          <TableCell numeric>{stored.profile.requirements.length}</TableCell>
          <TableCell>
            <ProfileActions stored={stored} onEdit={onEdit} />
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}

const purposeOf = ({ kinds, retailer }: RequirementProfile): string =>
  [kinds.map((kind) => feedKindWords[kind].label).join(', '), retailer && t`for retailer ${retailer}`]
    .filter(Boolean)
    .join(', ')

function ProfileActions({ stored, onEdit }: { stored: StoredProfile } & Omit<ProfileTableProps, 'list'>) {
  const { id, isShipped, profile } = stored
  const duplicate = useMutation(
    rpc.completeness.duplicate.mutationOptions({
      onSuccess: onEdit,
      onError: failed(t`The profile was not duplicated`),
    }),
  )
  const save = useMutation(
    rpc.completeness.save.mutationOptions({ onError: failed(t`The profile did not come back`) }),
  )
  const remove = useMutation(
    rpc.completeness.delete.mutationOptions({
      onSuccess: (deleted) =>
        void toast.offer(t`“${deleted.profile.name}” was deleted`, {
          label: t`Undo`,
          onSelect: () => save.mutate(deleted),
        }),
      onError: failed(t`The profile was not deleted`),
    }),
  )
  const exportProfile = useMutation(
    rpc.completeness.export.mutationOptions({
      onSuccess: ({ fileName, text }) => saveText(fileName, text, 'application/json'),
      onError: failed(t`The profile was not exported`),
    }),
  )
  const copy = () => {
    const name = shownName(id, profile.name)
    duplicate.mutate({ id, name: t`${name} (copy)`, about: shownAbout(stored) })
  }
  const icon = { className: 'size-4', 'aria-hidden': true } as const
  return (
    <span className="flex items-center justify-end gap-1">
      <ButtonLink size="small" variant="ghost" href={qualityHref({ profileId: id })}>
        <Trans>Scores</Trans>
      </ButtonLink>
      {!isShipped && (
        <IconButton
          size="small"
          label={t`Edit ${profile.name}`}
          icon={<Pencil {...icon} />}
          onClick={() => onEdit(stored)}
        />
      )}
      <Menu
        trigger={
          <Button
            size="small"
            variant="ghost"
            aria-label={t`More actions for ${shownName(id, profile.name)}`}
            className="w-7 px-0!"
          >
            <EllipsisVertical {...icon} />
          </Button>
        }
        actions={[
          { label: t`Duplicate`, icon: <Copy {...icon} />, onSelect: copy },
          { label: t`Export`, icon: <Download {...icon} />, onSelect: () => exportProfile.mutate({ id }) },
          ...(isShipped
            ? []
            : [
                null,
                {
                  label: t`Delete`,
                  icon: <Trash2 {...icon} />,
                  dangerous: true,
                  onSelect: () => remove.mutate({ id }),
                },
              ]),
        ]}
      />
    </span>
  )
}

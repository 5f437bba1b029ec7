import { t } from '@lingui/core/macro'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { FolderField } from '../../ui/inputs/folder-field.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'

/** Destination of pictures: one zip file, or files in a folder. */
export interface PictureDestination {
  kind: 'zip' | 'folder'
  folder: string
  replace: boolean
}

export function PictureDestinationChoice({
  value,
  onChange,
}: {
  value: PictureDestination
  onChange: (value: PictureDestination) => void
}) {
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label={t`Where the pictures go`}
        value={value.kind}
        onValueChange={(kind) => onChange({ ...value, kind })}
        options={[
          { value: 'zip', label: t`One zip file` },
          { value: 'folder', label: t`Files in a folder` },
        ]}
      />
      {value.kind === 'folder' && (
        <>
          <FolderField
            label={t`Folder`}
            help={t`On the computer this program runs on. It is made if it is not there.`}
            value={value.folder}
            onValueChange={(folder) => onChange({ ...value, folder })}
            required
          />
          <Checkbox
            label={t`Replace files that have the same name and another content`}
            help={t`Otherwise they are kept, and listed in the folder’s list of files.`}
            checked={value.replace}
            onCheckedChange={(replace) => onChange({ ...value, replace })}
          />
        </>
      )}
    </div>
  )
}

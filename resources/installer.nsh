; Offers the app under "Open with" for files of products, for this user only, without becoming the default.
!macro offerFor EXTENSION
  WriteRegStr HKCU "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" "${EXTENSION}" ""
  WriteRegStr HKCU "Software\Classes\${EXTENSION}\OpenWithList\${APP_EXECUTABLE_FILENAME}" "" ""
!macroend
!macro withdrawFor EXTENSION
  DeleteRegKey HKCU "Software\Classes\${EXTENSION}\OpenWithList\${APP_EXECUTABLE_FILENAME}"
!macroend

; Archives of workspaces are opened with the app.
!macro ownArchives
  WriteRegStr HKCU "Software\Classes\.catalogdesk" "" "CatalogDesk.Archive"
  WriteRegStr HKCU "Software\Classes\CatalogDesk.Archive" "" "Catalog Desk archive"
  WriteRegStr HKCU "Software\Classes\CatalogDesk.Archive\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr HKCU "Software\Classes\CatalogDesk.Archive\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customInstall
  !insertmacro ownArchives
  WriteRegStr HKCU "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro offerFor ".csv"
  !insertmacro offerFor ".tsv"
  !insertmacro offerFor ".xlsx"
  !insertmacro offerFor ".jsonl"
  !insertmacro offerFor ".xml"
!macroend

!macro customUnInstall
  DeleteRegKey HKCU "Software\Classes\CatalogDesk.Archive"
  DeleteRegKey HKCU "Software\Classes\.catalogdesk"
  DeleteRegKey HKCU "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
  !insertmacro withdrawFor ".csv"
  !insertmacro withdrawFor ".tsv"
  !insertmacro withdrawFor ".xlsx"
  !insertmacro withdrawFor ".jsonl"
  !insertmacro withdrawFor ".xml"
!macroend

; Offers the app under "Open with" for files of products, for this user only, without becoming the default.
!macro offerFor EXTENSION
  WriteRegStr HKCU "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" "${EXTENSION}" ""
  WriteRegStr HKCU "Software\Classes\${EXTENSION}\OpenWithList\${APP_EXECUTABLE_FILENAME}" "" ""
!macroend
!macro withdrawFor EXTENSION
  DeleteRegKey HKCU "Software\Classes\${EXTENSION}\OpenWithList\${APP_EXECUTABLE_FILENAME}"
!macroend

!macro customInstall
  WriteRegStr HKCU "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro offerFor ".csv"
  !insertmacro offerFor ".tsv"
  !insertmacro offerFor ".xlsx"
  !insertmacro offerFor ".jsonl"
  !insertmacro offerFor ".xml"
!macroend

!macro customUnInstall
  DeleteRegKey HKCU "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
  !insertmacro withdrawFor ".csv"
  !insertmacro withdrawFor ".tsv"
  !insertmacro withdrawFor ".xlsx"
  !insertmacro withdrawFor ".jsonl"
  !insertmacro withdrawFor ".xml"
!macroend

/** Documents that people send us, by the ending of their names: recognised by their content and never by their name. */
export const documentTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const
export type DocumentType = keyof typeof documentTypes

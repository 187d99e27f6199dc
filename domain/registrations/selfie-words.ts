/** What the camera in a form says: its buttons, its alert, and where a photo is added later. */

export const selfieWords = {
  camera: 'Camera picture',
  takeLabel: 'Take Selfie',
  startingLabel: 'Starting camera...',
  captureLabel: 'Capture Photo',
  uploadLabel: 'Upload Photo',
  preparingLabel: 'Preparing photo...',
  removeLabel: 'Remove photo',
  cancelLabel: 'Cancel',
  photo: 'Your selfie',
  isOn: 'The camera is on.',
  isThere: 'The photo is there.',
  alert: { title: 'Camera', ok: 'OK' },
  noCamera: 'Unable to access camera. Please use the upload option instead.',
  failed: 'The photo could not be taken. Please try again.',
  notArrived: 'Your photo did not arrive. Check your connection, then send it again.',
} as const

export const addPhotoWords = {
  missing: {
    title: 'Your photo is missing',
    text: 'Your application is safe without it. Add it now, and we need not ask.',
  },
  another: {
    title: 'A new photo of you',
    text: 'It takes the place of the one you sent. Then press “Send correction”, so that we look again.',
  },
  sending: 'Sending your photo…',
  submitLabel: 'Send photo',
  busyLabel: 'Sending photo...',
  sent: 'Your photo has arrived',
} as const

/** What "Erase my data" of an account takes, one by one, in its question (`personal-data.ts` is the register of it). */
export const erasureGoes: readonly string[] = [
  'What is secret about you, such as your date of birth, your numbers and your photo, becomes unreadable for good.',
  'Registrations that wait for a decision end; those that were decided lose your name, address and contacts.',
  'What your farm offers is no longer shown or sold.',
  'Deleted: job applications with their CVs, partnership applications, messages to us with our answers and notes, your newsletter, wishes and waiting for products, order templates, and registrations that you began.',
  'Your account, your cart, your orders and payments stay.',
]

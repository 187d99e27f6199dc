/** What may come of a call, by what is stored. */
export const callOutcomes: Readonly<Record<string, string>> = {
  reached: 'Reached',
  chat_sent: 'Told by chat message',
  no_answer: 'No answer',
  call_back: 'They ask us to ring again',
  wrong_number: 'Wrong number',
  refused: 'They do not want to be rung',
}

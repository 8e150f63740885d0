/** What search knows of pages that are rendered per request, whose text no build has. */
export const onDemandPages = [
  {
    path: '/register',
    title: 'Register for courses',
    text: 'The form to register for courses of the next term. Choose your courses and enter your student number; the registrar confirms your places by email.',
    keywords: 'registration form sign up enrol enroll book a place join a course',
  },
  {
    path: '/newsletter',
    title: 'Newsletter',
    text: 'Subscribe to our newsletter by email, choose what interests you, or unsubscribe.',
    keywords: 'sign up mailing list subscription unsubscribe email updates',
  },
  {
    path: '/ask',
    title: 'Ask a question',
    text: 'Ask a question in your own words. The answer comes from the pages of this website, and links to them.',
    keywords: 'chat assistant chatbot help',
  },
] as const;

/** Words for the time of day and the week at which a course meets. */
export const meetingWords = {
  morning: 'morning daytime',
  afternoon: 'afternoon daytime',
  evening: 'evening',
  weekend: 'weekend',
} as const;

/** What people call the price of a course. */
export const priceWords = 'fee price cost';

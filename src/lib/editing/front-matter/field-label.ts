/** Labels of fields whose names would be unclear as labels. */
const labels: Readonly<Record<string, string>> = {
  alt: 'What it shows',
  aliases: 'Former addresses',
  focus: 'Part that is never cropped',
  instead: 'What students can do instead',
  order: 'Position in the list',
  otherWords: 'Words with the same meaning',
  path: 'Page',
  programs: 'Programmes',
  publishAt: 'Publish on',
  seats: 'Seats in all',
  unpublishAt: 'Take down on',
};

/** `entryRequirements`: "Entry requirements". */
export function labelOf(name: string): string {
  if (Object.hasOwn(labels, name)) return labels[name] ?? name;
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

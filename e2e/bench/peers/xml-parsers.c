/*
 * Parses a file repeatedly with expat or libxml2 SAX, with counting handlers for elements and text, and
 * prints the milliseconds of each run. Usage: xml-parsers expat|libxml2 FILE TIMES
 */
#include <expat.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile long seen;

static void XMLCALL expat_start(void *data, const XML_Char *name, const XML_Char **attributes) {
  (void)data; (void)attributes;
  seen += name[0];
}
static void XMLCALL expat_end(void *data, const XML_Char *name) {
  (void)data;
  seen += name[0];
}
static void XMLCALL expat_text(void *data, const XML_Char *text, int length) {
  (void)data; (void)text;
  seen += length;
}
static int parse_expat(const char *bytes, int length) {
  XML_Parser parser = XML_ParserCreate(NULL);
  XML_SetElementHandler(parser, expat_start, expat_end);
  XML_SetCharacterDataHandler(parser, expat_text);
  int ok = XML_Parse(parser, bytes, length, 1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  return ok;
}

static void sax_start(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                      const xmlChar **declared, int attributes, int defaulted, const xmlChar **values) {
  (void)data; (void)prefix; (void)uri; (void)namespaces; (void)declared; (void)attributes; (void)defaulted; (void)values;
  seen += name[0];
}
static void sax_end(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  (void)data; (void)prefix; (void)uri;
  seen += name[0];
}
static void sax_text(void *data, const xmlChar *text, int length) {
  (void)data; (void)text;
  seen += length;
}
static int parse_libxml2(const char *bytes, int length) {
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = sax_start;
  handler.endElementNs = sax_end;
  handler.characters = sax_text;
  return xmlSAXUserParseMemory(&handler, NULL, bytes, length) == 0;
}

int main(int count, char **words) {
  if (count != 4) return 2;
  FILE *file = fopen(words[2], "rb");
  if (!file) return 2;
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  rewind(file);
  char *bytes = malloc(length + 1);
  if (fread(bytes, 1, length, file) != (size_t)length) return 2;
  bytes[length] = 0;
  for (int time = 0; time < atoi(words[3]); time++) {
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    int ok = strcmp(words[1], "expat") == 0 ? parse_expat(bytes, (int)length) : parse_libxml2(bytes, (int)length);
    clock_gettime(CLOCK_MONOTONIC, &to);
    if (!ok) return 1;
    printf("%f\n", (to.tv_sec - from.tv_sec) * 1e3 + (to.tv_nsec - from.tv_nsec) / 1e6);
  }
  return 0;
}

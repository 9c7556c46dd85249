#pragma once
#include <curl/curl.h>

// libcurl's option calls are variadic, which Swift can't call: one typed function for each kind of
// argument.

static inline CURLcode almanac_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

// libcurl copies the text; NULL takes the option back.
static inline CURLcode almanac_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

// libcurl keeps the pointer.
static inline CURLcode almanac_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

typedef size_t (*almanac_curl_sink)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode almanac_curl_set_sink(CURL *easy, CURLoption option,
                                             almanac_curl_sink sink) {
  return curl_easy_setopt(easy, option, sink);
}

static inline CURLMcode almanac_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline long almanac_curl_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline curl_off_t almanac_curl_get_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = -1;
  return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : -1;
}

// The text belongs to the handle, until its next transfer.
static inline const char *almanac_curl_get_text(CURL *easy, CURLINFO info) {
  char *value = NULL;
  return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

// The version's number is a macro that names an enumerator.
static inline const curl_version_info_data *almanac_curl_version(void) {
  return curl_version_info(CURLVERSION_NOW);
}

// A message's result is a member of a union.
static inline CURLcode almanac_curl_message_result(const CURLMsg *message) {
  return message->data.result;
}
